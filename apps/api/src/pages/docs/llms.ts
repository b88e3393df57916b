import type { Site } from './site.ts';
import { groupsOf } from './view.ts';

/** Returns `/llms.txt` (https://llmstxt.org): the pages of the navigation and the operations, with their addresses. */
export function llmsIndex(site: Site, publicUrl: string, name: string): string {
  const address = (path: string) => new URL(site.to(path), publicUrl).href;
  const operations = new Map(
    site.families.map(({ page, operations: all }) => [
      page,
      all.map((one) => `  - [${one.operation.summary}](${address(one.page)}): \`${one.method} ${one.path}\``),
    ]),
  );
  return [
    `# ${name} API`,
    '',
    '> Company profiles and rankings, news, research documents, filings, metrics, events, search and embeds over HTTP.',
    '',
    `All of these pages as one text: ${publicUrl}/llms-full.txt. The API as OpenAPI 3.1: ${publicUrl}/openapi.json`,
    ...groupsOf(site).flatMap(([group, pages]) => [
      '',
      `## ${group}`,
      '',
      ...pages.flatMap(({ path, title, about }) => [
        `- [${title}](${address(path)})${about && `: ${about}`}`,
        ...(operations.get(path) ?? []),
      ]),
    ]),
    '',
  ].join('\n');
}

/** Returns `/llms-full.txt`: every page of the documentation as Markdown, in the order of the navigation. */
export const llmsFull = ({ pages }: Site): string =>
  [...pages.values()].flatMap(({ markdown }) => (markdown ? [markdown().trim()] : [])).join('\n\n---\n\n');
