import { paletteCss } from '../chart/palette.ts';
import { iframeMarkup } from '../embed/iframe.ts';
import { systemFont } from '../chart/look.ts';
import { hashSource } from '../embed/policy.ts';
import { escapeMarkup } from '../text/text.ts';
import { definitionOf, widgets, type Kind } from '../widgets/index.ts';
import { states, type State } from './states.ts';

const css = `
:root{color-scheme:light dark}
${paletteCss(':root')}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 ${systemFont}}
main,header{max-width:1320px;margin:0 auto;padding:0 20px}
header{padding-top:40px}
h1{margin:0;font-size:34px;line-height:1.15;letter-spacing:-.015em}
header p{max-width:68ch;margin:12px 0 0}
nav{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:20px}
a{color:var(--line);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--line);outline-offset:2px}
section{margin-top:56px}
h2{margin:0;font-size:24px;line-height:1.2}
section>p{margin:6px 0 0;color:var(--muted)}
.states{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,480px),1fr));gap:28px;margin-top:20px;align-items:start}
article{min-width:0}
h3{margin:0 0 8px;font-size:15px}
iframe{display:block;width:100%;border:1px solid var(--grid);border-radius:4px}
details{margin-top:8px;font-size:14px}
summary{width:max-content;max-width:100%;padding:4px 0;color:var(--line);cursor:pointer}
pre{margin:8px 0 0;padding:12px;overflow:auto;border:1px solid var(--grid);font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
footer{max-width:1320px;margin:64px auto 40px;padding:16px 20px 0;border-top:1px solid var(--grid);color:var(--muted);font-size:14px}
@media print{iframe{break-inside:avoid}nav,details{display:none}}`;

export type GalleryOptions = {
  /** The public address of the service, without a slash at the end. */
  publicUrl: string;
  /** True if the service has the script that gives frames the height of their content. */
  resizing?: boolean;
  /** Embeds of companies of the service, shown before the states of their kind. */
  real?: readonly RealState[];
};

/** An embed of companies of the service. `src` may be a path; `height` is in pixels. */
export type RealState = { kind: Kind; title: string; src: string; height: number; paste: string };

const addressOf = ({ id }: State, publicUrl: string) => `${publicUrl}/embeds/gallery/${id}`;

/** Returns the command by which a partner requests this state, for a company or a dataset of its own. */
function requestOf({ widget: { kind, data }, query }: State, publicUrl: string): string {
  const { gallery } = definitionOf(kind);
  const token = "-H 'Authorization: Token <API_KEY>'";
  if (gallery.body) {
    const json = "-H 'Content-Type: application/json'";
    return `curl -X PUT '${publicUrl}${gallery.path}' ${token} ${json} -d '${JSON.stringify({ ...gallery.body(data), ...query })}'`;
  }
  const companies: Record<string, string> = gallery.several
    ? { company_domains: 'stripe.com,openai.com,spacex.com' }
    : { company_domain: 'stripe.com' };
  const params = new URLSearchParams({ ...companies, ...query }).toString();
  return `curl '${publicUrl}${gallery.path}?${params}' ${token}`;
}

function stateView(state: State, publicUrl: string): string {
  const src = addressOf(state, publicUrl);
  const { title: family, height } = definitionOf(state.widget.kind).gallery;
  const title = `${family}: ${state.title}`;
  const paste = iframeMarkup({ src, title, width: 600, height });
  return `<article>
<h3 id="${state.id}">${escapeMarkup(state.title)}</h3>
<iframe src="${escapeMarkup(src)}" title="${escapeMarkup(title)}" height="${height}" loading="lazy"></iframe>
<details><summary>Paste code of “${escapeMarkup(state.title)}”</summary>
<p>For your own company, send this request from your server. The response contains the iframe to paste:</p>
<pre tabindex="0"><code>${escapeMarkup(requestOf(state, publicUrl))}</code></pre>
<p>To try the layout only, paste the example itself:</p>
<pre tabindex="0"><code>${escapeMarkup(paste)}</code></pre></details>
</article>`;
}

function realView({ kind, title, src, height, paste }: RealState, place: number): string {
  const id = `${kind}-real-${place}`;
  return `<article>
<h3 id="${id}">${escapeMarkup(title)}</h3>
<iframe src="${escapeMarkup(src)}" title="${escapeMarkup(title)}" height="${height}" loading="lazy"></iframe>
<details><summary>Paste code of “${escapeMarkup(title)}”</summary>
<pre tabindex="0"><code>${escapeMarkup(paste)}</code></pre></details>
</article>`;
}

const familyView = (kind: Kind, { publicUrl, real = [] }: GalleryOptions) => {
  const { title, about } = definitionOf(kind).gallery;
  return `<section aria-labelledby="${kind}s">
<h2 id="${kind}s">${title}</h2>
<p>${about}</p>
<div class="states">
${real
  .filter((one) => one.kind === kind)
  .map(realView)
  .join('\n')}
${states
  .filter(({ widget }) => widget.kind === kind)
  .map((state) => stateView(state, publicUrl))
  .join('\n')}
</div>
</section>`;
};

/** Renders every widget in each of its states, from example data, with the code to paste. Real ones come first. */
export function renderGallery(options: GalleryOptions): string {
  const { publicUrl, resizing = false, real = [] } = options;
  const builder = `${publicUrl}/embeds/new`;
  const script = `${publicUrl}/embeds/resize.js`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Embeds</title>
<style>${css}</style>
${resizing ? `<script src="${escapeMarkup(script)}" async></script>\n` : ''}</head>
<body>
<header>
<h1>Embeds</h1>
<p>Paste one iframe into any system. It works without JavaScript, names its sources, follows the reader's light or dark setting, sets no cookie and loads nothing from third parties. ${real.length > 0 ? 'The first examples of a widget show companies of this service; the others are hard cases with companies that do not exist.' : 'The companies on this page do not exist.'} The PDF of a document is embedded in the same way.</p>
<p><a href="${escapeMarkup(builder)}">Make an embed</a> of your own companies on a page, or request it from your server.</p>
<p>Your server requests an embed with its API key. The response contains an iframe with a signed address, so the key stays on your server. To give every iframe the height of its content, add this to the page once:</p>
<pre tabindex="0"><code>${escapeMarkup(`<script src="${script}" async></script>`)}</code></pre>
<nav aria-label="Widgets">${widgets.map(({ kind, gallery }) => `<a href="#${kind}s">${gallery.title}</a>`).join('')}</nav>
</header>
<main>
${widgets.map(({ kind }) => familyView(kind, options)).join('\n')}
</main>
<footer>Parameters of every embed: theme, accent, background, text, font, locale, expires, origins, as_of, width, height. See <a href="${escapeMarkup(`${publicUrl}/docs`)}">the API reference</a>.</footer>
</body>
</html>
`;
}

/** Returns the gallery's Content-Security-Policy: its own style sheet, and frames and scripts of this service. */
export const galleryPolicy = () =>
  [
    "default-src 'none'",
    `style-src ${hashSource(css)}`,
    "script-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
