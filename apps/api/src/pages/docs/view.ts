import { html, page, words, type Frame, type Markup, type Rendered } from '@dossier/pages';
import { anchorOf } from './markdown.ts';
import type { Hit } from './search.ts';
import type { DocPage } from './page.ts';
import type { Site } from './site.ts';
import { styles } from './styles.ts';

/** What all pages of the documentation share. */
export interface Shell {
  site: Site;
  frame: Frame;
  /** The address of the service, for search engines; undefined if they should keep no page. */
  publicUrl: string | undefined;
  /** The path of the script that adds buttons which copy code. */
  script: string | undefined;
}

/** Returns a page of the documentation. */
export function viewDocPage(shell: Shell, page: DocPage): Rendered {
  const { path, title, about, view, markdown, parent } = page;
  const description = about || beginningOf(markdown?.() ?? '');
  return viewWithin(shell, { path, title, description, body: view(), open: parent ?? path });
}

/** Returns the first page: the pages by reader, and every operation, so that its name in an older address leads to it. */
export function viewOverview(shell: Shell): Rendered {
  const { site } = shell;
  const body = html`<h1>Documentation</h1>
    ${site.introduction}
    ${groupsOf(site).map(
      ([group, pages]) =>
        html`<h2 id="${anchorOf(group)}">${group}</h2>
          <ul class="list">
            ${pages.map(
              ({ path, title, about }) =>
                html`<li>
                  <a href="${site.to(path)}">${title}</a>${about && html` <small>${words(about)}</small>`}
                </li>`,
            )}
          </ul>`,
    )}
    ${
      site.families.length > 0 &&
      html`<h2>All operations</h2>
        <ul class="operations">
          ${site.families.flatMap(({ operations }) =>
            operations.map(
              ({ operation, method, path, page: target }) =>
                html`<li id="${operation.operationId}">
                  <a href="${site.to(target)}">${operation.summary}</a> <b>${method}</b> <code>${path}</code>
                </li>`,
            ),
          )}
        </ul>`
    }`;
  const title = 'Documentation';
  const description = `Guides of ${shell.frame.name}: ${groupsOf(site)
    .map(([group]) => group)
    .join(', ')}`;
  return viewWithin(shell, { path: '', title, description, body, open: '' });
}

/** Returns a page that search engines do not keep. */
export const viewOwn = (shell: Shell, title: string, body: Markup): Rendered =>
  viewWithin(shell, { path: undefined, title, body, open: '' });

/** Returns the sections that a search found. */
export function viewHits(shell: Shell, query: string, hits: Hit[]): Rendered {
  const { site } = shell;
  const body = html`<h1>${query === '' ? 'Search' : `Search: ${query}`}</h1>
    ${query === '' && html`<p>Write words or a question into the search box above.</p>`}
    ${query !== '' && hits.length === 0 && html`<p>No section has these words.</p>`}
    <ol class="list">
      ${hits.map(
        ({ page: path, pageTitle, anchor, title, text }) =>
          html`<li>
            <a href="${site.to(path)}${anchor && `#${anchor}`}"
              >${title === pageTitle ? title : `${pageTitle}: ${title}`}</a
            >
            <small>${beginningOf(text)}</small>
          </li>`,
      )}
    </ol>`;
  return viewWithin(shell, { path: undefined, title: 'Search', body, open: '', query });
}

const beginningOf = (text: string): string => {
  const line = text
    .replace(/^#.*$/gm, '')
    .trim()
    .replace(/^- /, '')
    .replaceAll(/\n- /g, '; ')
    .replaceAll(/[\s`]+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 200).replace(/ \S*$/, '')} …` : line;
};

function viewWithin(
  { site, frame, publicUrl, script }: Shell,
  {
    path,
    title,
    description,
    body,
    open,
    query,
  }: Pick<DocPage, 'title'> & {
    path: string | undefined;
    /** What the page is about, for search engines. */
    description?: string;
    body: Markup;
    open: string;
    query?: string;
  },
): Rendered {
  const address = path === undefined ? undefined : site.to(path);
  return page({
    frame,
    title: `${title} · ${frame.name}`,
    description: description?.replaceAll('`', ''),
    canonical:
      address !== undefined && publicUrl !== undefined ? new URL(address, publicUrl).href : undefined,
    current: site.to(''),
    ...(query !== undefined && { query }),
    styles,
    script,
    aside: viewNavigation(site, open, path),
    body,
  });
}

/** Returns the groups of the navigation, each with its pages. */
export function groupsOf({ pages }: Site): [group: string, pages: DocPage[]][] {
  const groups = new Map<string, DocPage[]>();
  for (const each of pages.values()) {
    if (each.group === undefined) continue;
    groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  }
  return [...groups];
}

/** Returns the navigation: all groups, and the operations or the headings of the page that is open. */
function viewNavigation(site: Site, open: string, current: string | undefined): Markup {
  const link = (path: string, title: string) =>
    html`<a href="${site.to(path)}" ${path === current && html`aria-current="page"`}>${title}</a>`;
  const below = (page: DocPage): Markup[] => {
    const family = site.families.find(({ page: own }) => own === page.path);
    if (family) return family.operations.map(({ page: own, operation }) => link(own, operation.summary));
    const headings = page.sections().filter(({ depth }) => depth === 2);
    return headings.map(({ anchor, title }) => html`<a href="#${anchor}">${title}</a>`);
  };
  return html`<nav aria-label="Documentation">
    ${groupsOf(site).map(
      ([group, pages]) =>
        html`<p>${group}</p>
          <ul>
            ${pages.map((page) => {
              const inside = page.path === open ? below(page) : [];
              return html`<li>
                ${link(page.path, page.title)}
                ${
                  inside.length > 0 &&
                  html`<ul>
                    ${inside.map((entry) => html`<li>${entry}</li>`)}
                  </ul>`
                }
              </li>`;
            })}
          </ul>`,
    )}
  </nav>`;
}
