import { signAddress, titleOfWidget } from '@dossier/embeds';
import { barePage, html } from '@dossier/pages';
import { Answer } from '../../http/endpoint.ts';
import type { Context } from '../../services.ts';
import { cacheHeaders, signed, type Signed } from './frame.ts';
import type { Parts } from '../../views/embed.ts';

const styles = `
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:42rem;margin:0 auto;padding:32px 16px;overflow-wrap:anywhere}
h1{margin:0;font-size:1.4rem}
h2{margin:24px 0 0;font-size:1rem}
p{margin:8px 0}
pre{margin:8px 0;padding:12px;border:1px solid GrayText;border-radius:6px;font-size:.85rem;white-space:pre-wrap}
a{color:LinkText}`;

/** Returns a page that shows how to cite an embed, with an address that later values do not alter. */
export async function citation(context: Context, parts: Parts): Promise<Answer<string>> {
  const found = await signed(context, parts);
  const title = titleOfWidget(found.widget, found.address.options.locale);
  const { brand, publicUrl } = context;
  const author = brand?.name ?? new URL(publicUrl).host;
  const day = dayOf(found, context);
  // The same key signs it, so it is valid no longer than the address that it was made from, nor than a saved embed.
  const { named, key } = found;
  const url = publicUrl + signAddress({ ...named, options: { ...named.options, asOf: day } }, key);
  const { expires } = found.address.options;
  const { page, policy } = barePage({
    title: `Cite: ${title}`,
    styles,
    theme: found.address.options.theme ?? 'auto',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main>
      <h1>Cite “${title}”</h1>
      <h2>Text</h2>
      <pre>${`${author}. “${title}”. Data as of ${day}. ${url}`}</pre>
      <h2>BibTeX</h2>
      <pre>${bibtex({ author, title, day, url })}</pre>
      <h2>Address</h2>
      <p><a href="${url}">${url}</a></p>
      <p>
        Values after ${day} are left out at this
        address.${expires === undefined ? '' : html` It expires on ${expires.slice(0, 10)}, as the embed does.`}
      </p>
    </main>`,
  });
  return new Answer(page, {
    headers: { ...cacheHeaders(context, found.address), 'Content-Security-Policy': policy },
  });
}

/** Returns the last day of the data. */
const dayOf = ({ address, widget }: Signed, { now }: Context) =>
  address.options.asOf ?? widget.data.asOf ?? now.slice(0, 10);

const bibtex = ({ author, title, day, url }: Record<'author' | 'title' | 'day' | 'url', string>) =>
  `@misc{${keyOf(title, day)},
  author = {{${plainTex(author)}}},
  title = {{${plainTex(title)}}},
  note = {Data as of ${day}},
  year = {${day.slice(0, 4)}},
  url = {${url}}
}`;

/** Removes what TeX would interpret. */
const plainTex = (text: string) =>
  text
    .replace(/[\\{}$&#^_%~]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const keyOf = (title: string, day: string) =>
  `${
    title
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '')
      .slice(0, 40) || 'embed'
  }${day.replaceAll('-', '')}`;
