import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** Values over time: seconds since 1970, and dollars. */
export type Values = readonly [times: number[], values: number[]];

/** The libraries, each with its page in `charts-pages/` and the element that the pointer moves over. */
export const libraries = [
  { name: 'uPlot', page: 'uplot', plot: '.u-over' },
  { name: 'Lightweight Charts', page: 'lightweight-charts', plot: '#chart' },
  { name: 'Chart.js', page: 'chartjs', plot: 'canvas' },
  { name: 'Observable Plot', page: 'plot', plot: '#chart svg' },
] as const;

const pages = fileURLToPath(new URL('charts-pages/', import.meta.url));
const { resolve } = createRequire(import.meta.url);

type Answer = { type: string; body: Buffer };
const compressed = (type: string, text: string): Answer => ({ type, body: brotliCompressSync(text) });

const view = (page: string, values: Values) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Stripe valuation</title><link rel="icon" href="data:,">
${page === 'uplot' ? '<link rel="stylesheet" href="/uplot.css">\n' : ''}<style>body{margin:16px}#chart{height:400px}</style>
<script type="application/json" id="data">${JSON.stringify(values)}</script>
${page === '' ? '' : `<script type="module" src="/${page}.js"></script>`}</head>
<body><h1>Stripe valuation</h1><div id="chart"></div></body></html>`;

/** The page of a publisher that shows an embed as an element, with the script that the service serves. */
const elementView = (src: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Stripe valuation</title><link rel="icon" href="data:,"><style>body{margin:16px}</style>
<script type="module" src="${new URL('/embeds/elements.js', src).href}"></script></head>
<body><dossier-chart src="${src}" style="height:460px"></dossier-chart></body></html>`;

/** Bundles and minifies the page of a library, without what it does not use. */
async function bundle(page: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      rollupOptions: { input: `${pages}${page}.ts` },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/**
 * Serves the pages of the libraries in brotli at its best quality, at `/<page>?<name of the values>`, a page with the
 * embed as an element at `/element`, and one without a chart at `/empty`.
 */
export async function serveLibraries(
  data: Readonly<Record<string, Values>>,
  embeds: Readonly<Record<string, string>>,
) {
  // Under another value, libraries would be bundled with their checks for developers.
  process.env['NODE_ENV'] = 'production';
  const answers = new Map<string, Answer>();
  for (const [name, values] of Object.entries(data)) {
    for (const { page } of libraries)
      answers.set(`/${page}?${name}`, compressed('text/html', view(page, values)));
    answers.set(`/element?${name}`, compressed('text/html', elementView(embeds[name]!)));
    answers.set(`/empty?${name}`, compressed('text/html', view('', values)));
  }
  for (const { page } of libraries)
    answers.set(`/${page}.js`, compressed('text/javascript', await bundle(page)));
  answers.set(
    '/uplot.css',
    compressed('text/css', readFileSync(resolve('uplot/dist/uPlot.min.css'), 'utf8')),
  );
  const server = createServer(({ url }, response) => {
    const answer = answers.get(url ?? '');
    response.writeHead(answer ? 200 : 404, {
      'content-type': answer?.type ?? 'text/plain',
      ...(answer && { 'content-encoding': 'br', 'content-length': answer.body.length }),
    });
    response.end(answer?.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
