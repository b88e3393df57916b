import type { Element, Nodes, Root } from 'hast';
import { attribute, childrenOf, isElement, rawText } from '../nodes.ts';

/** What the head of a page, or the inline XBRL of a filing, states about it. Other fields are absent. */
interface PageFacts {
  title?: string | undefined;
  summary?: string | undefined;
  image?: string | undefined;
  date?: string | undefined;
  updated?: string | undefined;
  webUrl?: string | undefined;
  /** Present if the page is an SEC filing. */
  filing?: { name: string; form: string; period: string | undefined } | undefined;
}

/** Names of `meta` elements by meaning. Sources: https://ogp.me, https://schema.org, Dublin Core. */
const META = {
  title: ['og:title', 'twitter:title', 'dc.title'],
  summary: ['description', 'og:description', 'twitter:description'],
  image: ['og:image', 'twitter:image'],
  date: [
    'article:published_time',
    'date',
    'dc.date',
    'dc.date.issued',
    'pubdate',
    'publish_date',
    'citation_publication_date',
  ],
  updated: ['article:modified_time', 'og:updated_time', 'dcterms.modified', 'last-modified'],
};

/** Reads the facts of a page from its whole tree, including hidden parts. */
export function pageFacts(root: Root): PageFacts {
  const meta = new Map<string, string>();
  const dei = new Map<string, string>();
  let title: string | undefined;
  let canonical: string | undefined;
  let time: string | undefined;
  const visit = (node: Nodes): void => {
    if (isElement(node)) {
      const { tagName } = node;
      const content = attribute(node, 'content');
      const name = attribute(node, 'name') ?? attribute(node, 'property') ?? attribute(node, 'itemProp');
      if (tagName === 'meta' && content !== undefined && name !== undefined)
        setOnce(meta, name.toLowerCase(), content);
      else if (tagName === 'title') title ??= folded(node);
      else if (tagName === 'link' && attribute(node, 'rel') === 'canonical')
        canonical ??= attribute(node, 'href');
      else if (tagName === 'time') time ??= attribute(node, 'dateTime');
      else if (tagName === 'ix:nonnumeric' && name?.startsWith('dei:'))
        setOnce(dei, name.slice(4), folded(node));
    }
    childrenOf(node).forEach(visit);
  };
  visit(root);
  const firstOf = (names: string[]) => names.map((name) => meta.get(name)).find((text) => text !== undefined);
  const name = dei.get('EntityRegistrantName');
  const form = dei.get('DocumentType');
  return {
    title: firstOf(META.title) ?? (title && !isFileName(title) ? title : undefined),
    summary: firstOf(META.summary),
    image: firstOf(META.image),
    date: firstOf(META.date) ?? time,
    updated: firstOf(META.updated),
    webUrl: canonical ?? meta.get('og:url'),
    filing: name && form ? { name, form, period: dei.get('DocumentPeriodEndDate') } : undefined,
  };
}

const folded = (node: Element): string =>
  rawText({ ...node, tagName: 'span' })
    .replace(/\s+/g, ' ')
    .trim();

const setOnce = (map: Map<string, string>, key: string, value: string) => {
  if (!map.has(key) && value !== '') map.set(key, value);
};

/** A title that is only a file name, as some programs write it: `flws20231214_8k.htm`, `jwn-20230301`. */
const isFileName = (title: string) => /^\S+\.x?html?$|^\w+[-_]\d{8}$|^(?:untitled|document)$/i.test(title);
