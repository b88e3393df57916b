import { named, readArguments, unquote, type TagArguments } from './template-arguments.ts';

/** What stands in for a tag: an address where one is expected, HTML where text is. */
export interface Replacement {
  address?: string;
  html?: string;
  /** True when the HTML must not share a line with Markdown. */
  block?: boolean;
  /** What became of the tag: `shortcode "img" read as an image`. */
  warning: string;
}

const IMAGE_FILE = /^[^\s"<>]+\.(?:png|jpe?g|gif|svg|webp|avif|bmp)(?:[?#]\S*)?$/i;
const WEB_ADDRESS = /^(?:https?:)?\/\/[^\s"<>]+$/i;
const IMAGE_NAME = /im(?:g|age)|figure|picture|photo/;

/**
 * Built-in shortcodes that name their page by an id, with the page that Hugo makes of it.
 * Source: https://gohugo.io/shortcodes/
 */
const PAGES_BY_ID: Record<string, (id: string, user: string) => string> = {
  youtube: (id) => `https://www.youtube.com/embed/${id}`,
  vimeo: (id) => `https://player.vimeo.com/video/${id}`,
  tweet: (id, user) => `https://twitter.com/${user}/status/${id}`,
  x: (id, user) => `https://x.com/${user}/status/${id}`,
};

/** A Hugo shortcode (`{{< name … >}}`, `{{% name … %}}`) or a Liquid tag (`{% name … %}`). */
export function readTag(kind: 'shortcode' | 'Liquid tag', text: string): Replacement {
  const found = readArguments(text);
  const called = `${kind} "${found.name.replace(/^\//, '')}"`;
  if (found.name.startsWith('/')) return { warning: `${called} removed` };
  const image = imageOf(found);
  if (image !== undefined)
    return { address: image, html: imageHtml(image, found), warning: `${called} read as an image` };
  const page = pageOf(found);
  if (page !== undefined)
    return { address: page, html: embedHtml(page, titleOf(found)), warning: `${called} read as an embed` };
  return { ...shownText(found, called) };
}

/**
 * A Liquid or Go output, `{{ "…" | filter }}`. A literal that is piped to `embed` is an embed; another literal that
 * is an address stands where an address is expected. What a variable holds is not known here.
 */
export function readOutput(text: string): Replacement {
  const match = /^\s*("[^"]*"|'[^']*')\s*(?:\|\s*(\w+)\s*:?([\s\S]*))?$/.exec(text.replace(/^-|-$/g, ''));
  const literal = match ? unquote(match[1]!) : '';
  const filter = match?.[2];
  const called = filter ? `output piped to "${filter}"` : 'output';
  if (filter === 'embed' && WEB_ADDRESS.test(literal)) {
    const html = embedHtml(literal, unquote(match![3]!.trim()));
    return { address: literal, html, warning: `${called} read as an embed` };
  }
  if (/^\S+$/.test(literal)) return { address: literal, warning: `${called} read as an address, or removed` };
  return { warning: `${called} removed` };
}

function imageOf(found: TagArguments): string | undefined {
  const all = [...found.named.values(), ...found.positional];
  const file = all.find((value) => IMAGE_FILE.test(value));
  const source = named(found, 'src', 'url', 'image') ?? found.positional[0] ?? '';
  return file ?? (IMAGE_NAME.test(found.name) && WEB_ADDRESS.test(source) ? source : undefined);
}

/** Positional alternative text is the last text that is not the address: `{% image "a.png" "css class" "alt" %}`. */
function imageHtml(src: string, found: TagArguments): string {
  const others = found.positional.filter((value) => value !== src && !/\.html?$/.test(value));
  const alt = named(found, 'alt') ?? others.at(-1) ?? '';
  const title = named(found, 'caption', 'figcaption', 'title') ?? '';
  return `<img src="${escape(src)}" alt="${escape(alt)}" title="${escape(title)}">`;
}

function pageOf(found: TagArguments): string | undefined {
  const byId = PAGES_BY_ID[found.name];
  const id = named(found, 'id') ?? found.positional.at(-1) ?? '';
  if (byId && /^[\w-]+$/.test(id)) return byId(id, named(found, 'user') ?? 'i');
  if (!/video|embed|youtube|vimeo|iframe|player|audio/.test(found.name)) return undefined;
  return [...found.named.values(), ...found.positional].find((value) => WEB_ADDRESS.test(value));
}

const embedHtml = (src: string, title: string) => `<embed src="${escape(src)}" title="${escape(title)}">`;
const titleOf = (found: TagArguments) => named(found, 'title', 'caption') ?? '';

/** A button, a file link or a quotation carries words of the text in its arguments: they are kept. */
function shownText(found: TagArguments, called: string): Replacement {
  const text = named(found, 'text', 'label');
  if (text === undefined) return { warning: `${called} removed` };
  const cite = named(found, 'cite');
  const words = escape(cite ? `${text} (${cite})` : text);
  if (/quote/.test(found.name)) {
    return { html: `<blockquote>${words}</blockquote>`, block: true, warning: `${called} read as a quote` };
  }
  const href = named(found, 'href', 'url', 'link');
  const isAddress = href !== undefined && /^(?:https?:\/\/|\/|\.{1,2}\/|#)\S*$/i.test(href);
  return {
    html: isAddress ? `<a href="${escape(href)}">${words}</a>` : words,
    warning: `${called} read as ${isAddress ? 'a link' : 'text'}`,
  };
}

/** Text for an attribute or the inside of an element. */
const escape = (text: string): string =>
  text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
