import type { Markup } from '@dossier/pages';
import type { OpenApiDocument } from '../../openapi/index.ts';
import type { Route } from '../../services.ts';
import { readGuides, readText, targetOf, type Guide, type Reader } from './guides.ts';
import { limitsPage, type Limits } from './limits.ts';
import { sectionsOf, viewMarkdown } from './markdown.ts';
import type { DocPage } from './page.ts';
import { familiesOf, shapePage, type Family } from './reference.ts';
import { searchOf, type Hit } from './search.ts';
import { markdownOfFamily, markdownOfOperation, wordsOfOperation } from './text.ts';
import { viewFamily, viewOperation, viewShape } from './view-operation.ts';

/** The documentation for one kind of reader. */
export interface Site {
  /** In the order of the navigation. */
  pages: Map<string, DocPage>;
  families: Family[];
  /** What the first page begins with. */
  introduction: Markup | undefined;
  search: (query: string) => Promise<Hit[]>;
  /** Returns the address of a page; that of the overview for an empty path. */
  to: (page: string) => string;
}

/** What the documentation is made from. */
export interface Sources {
  reader: Reader;
  /** The path before `/docs`. */
  base: string;
  /** The API; undefined on the port of operators, which has the guides only. */
  api?: { publicUrl: string; routes: Route[]; document: OpenApiDocument; limits: Limits };
}

const REFERENCE = 'API reference';

/** Returns the documentation. Its navigation, its search and its text for programs are made from the same pages. */
export function createSite({ reader, base, api }: Sources): Site {
  const to = (page: string) => `${base}/docs${page === '' ? '' : `/${page}`}`;
  const guides = readGuides(reader);
  const linkTo = linksOf(guides, to, api && base);
  const written = (
    file: string,
    source: string,
    page: Pick<DocPage, 'path' | 'title' | 'about' | 'group'>,
  ) => {
    // The guides are tested at the address of a developer.
    const placed = api ? source.replaceAll('http://localhost:3000', api.publicUrl) : source;
    return {
      ...page,
      view: () => viewMarkdown(placed, linkTo(file)),
      markdown: () => placed,
      sections: () => sectionsOf(placed),
      weight: 1,
    };
  };
  const families = api ? familiesOf(api.routes, api.document) : [];
  const pages: DocPage[] = guides.map(({ file, source, path, title, about, group }) =>
    written(file, source, { path, title, about, group }),
  );
  if (api) {
    const { document, limits } = api;
    const about = 'requests, pages and sizes';
    pages.push(
      written('', `# Conventions\n\n${document.info.description}\n`, {
        ...{ path: 'api', title: 'Conventions', about: 'rules of every operation', group: REFERENCE },
      }),
      written('limits', limitsPage(document, limits), {
        path: 'limits',
        title: 'Limits',
        about,
        group: REFERENCE,
      }),
      ...families.flatMap((family) => familyPages(family, document, to)),
      ...Object.keys(document.components.schemas).map((name) => shapePageOf(document, name, to)),
    );
  }
  pages.push({
    ...written('../CHANGELOG.md', changelogFor(reader), {
      ...{ path: 'changelog', title: 'Changelog', about: 'what is new', group: api ? REFERENCE : 'Start' },
    }),
    // It has the words of every question.
    sections: () => [],
    markdown: undefined,
  });
  return {
    pages: new Map(pages.map((page) => [page.path, page])),
    families,
    introduction: api && viewMarkdown(introductionOf(api), linkTo('README.md')),
    search: searchOf(pages),
    to,
  };
}

/** Returns what somebody needs who has only an address and a key. */
const introductionOf = ({ publicUrl }: { publicUrl: string }): string =>
  `The API is below \`${publicUrl}/api/v1/\`. Ask the operator of this service for a key, and send it with every request:

\`\`\`sh
curl -H 'Authorization: Token <API_KEY>' '${publicUrl}/api/v1/companies/rankings/?limit=3'
\`\`\`

The [quickstart](quickstart.md) has a request for each resource, and [sync](partners/sync.md) keeps a copy of all data. For programs: [OpenAPI](reference/openapi.json), [llms.txt](/llms.txt) and [llms-full.txt](/llms-full.txt).
`;

/** Returns the changelog; for the public without what concerns only those who run a service. */
function changelogFor(reader: Reader): string {
  const text = readText('CHANGELOG.md');
  return reader === 'operator' ? text : text.replaceAll(/^### (?!API|Embeds)[^]*?(?=^##|$(?![^]))/gm, '');
}

/** Returns the links of guides: to pages of this site, or undefined if the reader cannot open the file. */
function linksOf(
  guides: Guide[],
  to: Site['to'],
  base: string | undefined,
): (file: string) => (href: string) => string | undefined {
  const pages = new Map([
    ...guides.map(({ file, path }) => [file, to(path)] as const),
    ['README.md', to('')],
    ['../CHANGELOG.md', to('changelog')],
    ...(base === undefined ? [] : [['reference/openapi.json', `${base}/openapi.json`] as const]),
  ]);
  return (file) => (href) => {
    if (href.startsWith('/docs/')) return to(href.slice('/docs/'.length));
    if (href.startsWith('/')) return base + href;
    const target = targetOf(file, href);
    if (!target) return href;
    const page = target.file === file ? '' : pages.get(target.file);
    return page === undefined ? undefined : page + target.anchor;
  };
}

function familyPages(family: Family, document: OpenApiDocument, to: Site['to']): DocPage[] {
  return [
    {
      ...{ path: family.page, title: family.name, about: '', group: REFERENCE },
      view: () => viewFamily(family, to),
      markdown: () => markdownOfFamily(family),
      sections: () => [],
      weight: 1,
    },
    ...family.operations.map((listed) => {
      const { summary, description = '', deprecated } = listed.operation;
      const markdown = () => markdownOfOperation(document, listed);
      return {
        ...{ path: listed.page, title: summary, about: description, group: undefined, parent: family.page },
        weight: deprecated ? 0.1 : 0.5,
        view: () => viewOperation(document, listed, to),
        markdown,
        sections: () => [{ anchor: '', title: summary, depth: 1, text: wordsOfOperation(document, listed) }],
      };
    }),
  ];
}

const shapePageOf = (document: OpenApiDocument, name: string, to: Site['to']): DocPage => ({
  ...{ path: shapePage(name), title: name, about: `fields of ${name}`, group: undefined },
  view: () => viewShape(document, name, to),
  markdown: undefined,
  sections: () => [],
  weight: 1,
});
