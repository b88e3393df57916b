import { kinds, type Kind } from '../data.ts';
import { paletteCss } from '../elements/palette.ts';
import { systemFont } from '../elements/styles.ts';
import { iframeMarkup } from '../iframe.ts';
import { hashSource } from '../policy.ts';
import { escapeMarkup } from '../text.ts';
import { families, states, type State } from './states.ts';

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

/** Pixels that the iframe of a kind takes until its content has said its height. */
const heights: Record<Kind, number> = {
  'valuation-chart': 620,
  'valuation-table': 560,
  'company-summary': 480,
  'dataset-chart': 620,
};

export type GalleryOptions = {
  /** How the outside addresses the service, without a slash at the end. */
  publicUrl: string;
  /** Whether the service has the script that gives frames the height of their content. */
  resizing?: boolean;
};

const addressOf = ({ id }: State, publicUrl: string) => `${publicUrl}/embeds/gallery/${id}`;

/** How a partner asks for an embed in this state, of a company or a dataset of its own. */
function requestOf({ widget, query = {} }: State, publicUrl: string): string {
  const { path } = families[widget.kind];
  const token = "-H 'Authorization: Token <API_KEY>'";
  if (widget.kind === 'dataset-chart') {
    const body = { data: [{ dataset_id: 12 }], view_type: widget.data.view, ...query };
    const json = "-H 'Content-Type: application/json'";
    return `curl -X PUT '${publicUrl}${path}' ${token} ${json} -d '${JSON.stringify(body)}'`;
  }
  const asked = new URLSearchParams({ company_domain: 'stripe.com', ...query }).toString();
  return `curl '${publicUrl}${path}?${asked}' ${token}`;
}

function stateView(state: State, publicUrl: string): string {
  const src = addressOf(state, publicUrl);
  const title = `${families[state.widget.kind].title}: ${state.title}`;
  const height = heights[state.widget.kind];
  const paste = iframeMarkup({ src, title, width: 600, height });
  return `<article>
<h3 id="${state.id}">${escapeMarkup(state.title)}</h3>
<iframe src="${escapeMarkup(src)}" title="${escapeMarkup(title)}" height="${height}" loading="lazy"></iframe>
<details><summary>Paste code of “${escapeMarkup(state.title)}”</summary>
<p>For a company of yours, a server asks, and the answer holds the iframe to paste:</p>
<pre tabindex="0"><code>${escapeMarkup(requestOf(state, publicUrl))}</code></pre>
<p>To try the layout only, the example itself:</p>
<pre tabindex="0"><code>${escapeMarkup(paste)}</code></pre></details>
</article>`;
}

const familyView = (kind: Kind, publicUrl: string) => `<section aria-labelledby="${kind}s">
<h2 id="${kind}s">${families[kind].title}</h2>
<p>${families[kind].about}</p>
<div class="states">
${states
  .filter(({ widget }) => widget.kind === kind)
  .map((state) => stateView(state, publicUrl))
  .join('\n')}
</div>
</section>`;

/** Every widget in each of its states, from example data, with the code to paste. Nobody's data, and no key. */
export function renderGallery({ publicUrl, resizing = false }: GalleryOptions): string {
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
<p>One iframe to paste, in any system. It reads without JavaScript, names its sources, follows the reader's light or dark, sets no cookie and asks nothing of anybody else. What you see here are companies that do not exist. A document's PDF is embedded in the same way.</p>
<p>Your server asks for an embed with its API key; the answer holds an iframe whose address is signed, so the key stays with you. For the iframe to take the height of its content, add this to the page once:</p>
<pre tabindex="0"><code>${escapeMarkup(`<script src="${script}" async></script>`)}</code></pre>
<nav aria-label="Widgets">${kinds.map((kind) => `<a href="#${kind}s">${families[kind].title}</a>`).join('')}</nav>
</header>
<main>
${kinds.map((kind) => familyView(kind, publicUrl)).join('\n')}
</main>
<footer>Parameters of every embed: theme, accent, background, text, font, expires, origins, as_of, width, height. See <a href="${escapeMarkup(`${publicUrl}/docs`)}">the documentation of the API</a>.</footer>
</body>
</html>
`;
}

/** What the gallery may load: its style sheet, and frames and script of the service itself. */
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
