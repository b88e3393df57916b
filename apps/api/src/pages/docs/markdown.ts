import { html, Markup, table } from '@dossier/pages';
import { Marked, type Token, type Tokens } from 'marked';

/** A part of a page under a heading, for search. */
export interface Section {
  /** The id of the heading; empty for the text before the first one. */
  anchor: string;
  title: string;
  /** The level of the heading; 1 for the text before the first one. */
  depth: number;
  text: string;
}

const parser = new Marked({ gfm: true });

/** Returns the anchor that GitHub gives to a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Returns the tokens of a page, and the title with which it begins. */
export function readMarkdown(source: string): { title: string; tokens: Token[] } {
  const tokens = parser.lexer(source);
  const title = tokens.find((token) => token.type === 'heading');
  return { title: title ? textOf(title) : '', tokens };
}

/** Returns the parts of a page, each with the text under one heading. */
export function sectionsOf(source: string): Section[] {
  const { title, tokens } = readMarkdown(source);
  const sections: Section[] = [{ anchor: '', title, depth: 1, text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading' && token['depth'] > 1) {
      const heading = textOf(token);
      sections.push({
        anchor: anchorOf(heading),
        title: heading,
        depth: (token as Tokens.Heading).depth,
        text: '',
      });
    } else if (token.type !== 'heading') sections.at(-1)!.text += `${textOf(token)}\n`;
  }
  return sections.filter(({ text, anchor }) => anchor !== '' || text.trim() !== '');
}

/** Returns the text of a token without its markup. */
export function textOf(token: Token): string {
  const rows = token as Partial<Tokens.Table>;
  if (rows.rows)
    return [rows.header!, ...rows.rows]
      .map((cells) => cells.map(({ tokens }) => tokens.map(textOf).join('')).join(' '))
      .join('\n');
  if (token.type === 'list') return (token as Tokens.List).items.map(textOf).join('\n');
  const inner = (token as { tokens?: Token[] }).tokens;
  if (inner) return inner.map(textOf).join('');
  return unescaped('text' in token ? String(token['text']) : ' ');
}

/** Texts of tokens are escaped for HTML. */
const unescaped = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * Returns the markup of a page. HTML in it is shown as text.
 * @param linkTo returns the address that a link leads to; undefined shows its text only
 */
export function viewMarkdown(source: string, linkTo: (href: string) => string | undefined): Markup {
  let heading = '';
  const view = (each: Token): Markup => viewBlock(each);
  const all = (list: Token[] = []) => list.map(view);

  function viewBlock(token: Token): Markup {
    switch (token.type) {
      case 'heading': {
        const { depth, tokens: inner } = token as Tokens.Heading;
        heading = textOf(token);
        if (depth === 1) return html`<h1>${all(inner)}</h1>`;
        const tag = new Markup(`h${Math.min(depth, 4)}`);
        return html`<${tag} id="${anchorOf(heading)}">${all(inner)}</${tag}>`;
      }
      case 'paragraph':
        return html`<p>${all(token['tokens'])}</p>`;
      case 'code':
        // The first word after the fence is the language, the second one the name of a file.
        return viewCode(String(token['text']), String(token['lang'] ?? '').split(' ')[1]);
      case 'list': {
        const { ordered, items } = token as Tokens.List;
        const tag = new Markup(ordered ? 'ol' : 'ul');
        return html`<${tag}>${items.map((item) => html`<li>${all(item.tokens)}</li>`)}</${tag}>`;
      }
      case 'table':
        return viewTable(token as Tokens.Table);
      case 'blockquote':
        return html`<blockquote>${all(token['tokens'])}</blockquote>`;
      case 'hr':
        return html`<hr />`;
      case 'strong':
        return html`<strong>${all(token['tokens'])}</strong>`;
      case 'em':
        return html`<em>${all(token['tokens'])}</em>`;
      case 'codespan':
        return html`<code>${textOf(token)}</code>`;
      case 'br':
        return html`<br />`;
      case 'link': {
        const { href, tokens: inner } = token as Tokens.Link;
        const address = linkTo(href);
        return address === undefined ? html`${all(inner)}` : html`<a href="${address}">${all(inner)}</a>`;
      }
      case 'space':
      case 'def':
        return html``;
      default: {
        const inner = (token as { tokens?: Token[] }).tokens;
        return inner ? html`${all(inner)}` : html`${textOf(token)}`;
      }
    }
  }

  function viewTable({ header, rows }: Tokens.Table): Markup {
    const columns = header.map((cell, i) => ({
      title: cell.tokens.map(textOf).join(''),
      kind: i === 0 ? ('name' as const) : ('wide' as const),
      cell: (row: Tokens.TableCell[]) => all(row[i]!.tokens),
    }));
    return table(heading, rows, columns);
  }

  return html`${readMarkdown(source).tokens.map(view)}`;
}

/** Returns a block of code, to which the script adds a button that copies it. */
export const viewCode = (text: string, caption?: string): Markup =>
  html`<figure class="code">
    ${caption !== undefined && html`<figcaption>${caption}</figcaption>`}
    <pre tabindex="0"><code>${text}</code></pre>
  </figure>`;
