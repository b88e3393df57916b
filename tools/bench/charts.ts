import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from '@dossier/embeds/testing';
import { libraries, serveLibraries, type Values } from './charts-libraries.ts';
import { measureLoad, measurePointer, type Loaded, type Subject } from './charts-measure.ts';
import { startChartService } from './charts-service.ts';

const root = resolve(import.meta.dirname, '../..');
const DOCUMENT = join(root, 'docs/measurements/charts.md');
const OURS = 'Dossier, page of an embed';
const ELEMENT = 'Dossier, `<dossier-chart>`';
const EMPTY = 'page without a chart';
/** The plot of one of our charts, once its script runs. */
const READ = '.plot:has(.reader)';
const SIZES = ['15', '600'] as const;
type Size = (typeof SIZES)[number];

/** What was measured of a page. */
interface Figures {
  name: string;
  subject: Subject;
  loads: Loaded[];
  pointer: number[];
}
const figuresOf = (subject: Subject): Figures => ({ name: subject.name, subject, loads: [], pointer: [] });

/** Returns a list that begins at another entry in each round, so that no page always follows the same page. */
const inTurn = <T>(list: readonly T[], round: number): T[] =>
  list.map((_, i) => list[(i + round) % list.length]!);

function counted(name: string, text: string): number {
  const count = Number(text);
  if (count >= 1) return count;
  throw new Error(`--${name} must be a whole number of at least 1, not ${text}.`);
}

export const USAGE = `npm run bench -- charts [options]

Draws the same values as a valuation chart of the service and with four chart libraries, in one Chromium. Measures bytes,
the time until the chart is visible, and the CPU of a move of the pointer. The pages take turns, so that other load affects
all of them.

  --loads <number>    loads of each page: 15 by default
  --rounds <number>   5 by default
  --write             replace docs/measurements/charts.md
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      loads: { type: 'string', default: '15' },
      rounds: { type: 'string', default: '5' },
      write: { type: 'boolean', default: false },
    },
  });
  const [loads, rounds] = [counted('loads', values.loads), counted('rounds', values.rounds)];
  const data: Record<Size, Values> = { '15': stripe(), '600': daily(600) };
  const service = await startChartService(data);
  const pages = await serveLibraries(data, service.addresses);
  const browser = await launch();
  try {
    const measured: Record<string, Figures[]> = {};
    const all = SIZES.map((size): Figures[] => [
      figuresOf({ name: OURS, url: service.addresses[size]!, plot: READ }),
      figuresOf({ name: ELEMENT, url: `${pages.url}/element?${size}`, plot: READ }),
      ...libraries.map(({ name, page, plot }) =>
        figuresOf({ name, plot, url: `${pages.url}/${page}?${size}` }),
      ),
      figuresOf({ name: EMPTY, url: `${pages.url}/empty?${size}`, plot: '#chart' }),
    ]);
    // The first page of a browser waits until the processes of the browser have started.
    await measureLoad(browser, all[0]![0]!.subject);
    process.stderr.write('Ready; now the loads.\n');
    for (let round = 0; round < loads; round += 1)
      for (const { subject, loads: done } of inTurn(all.flat(), round))
        if (subject.name !== EMPTY && (subject.name !== ELEMENT || round < rounds))
          done.push(await measureLoad(browser, subject));
    process.stderr.write('Measured the loads; now the pointer.\n');
    const busy = loadavg()[0]!;
    for (let round = 0; round < rounds; round += 1)
      for (const { subject, pointer } of inTurn(all.flat(), round))
        pointer.push(await measurePointer(browser, subject));
    SIZES.forEach((size, i) => (measured[size] = all[i]!));
    const text = SIZES.map((size) => `## ${size} values\n\n${table(measured[size]!)}`).join('\n');
    const results = `${text}\n## Goals\n\n${goals(measured)}`;
    process.stdout.write(results);
    if (values.write) writeFileSync(DOCUMENT, page({ loads, rounds, busy }, results));
  } finally {
    await browser.close();
    pages.close();
    await service.stop();
  }
}

/** Returns the valuations of Stripe in the sample data. */
function stripe(): Values {
  type Dataset = { company: string; data_type?: string; data: { x: string; y: number }[] };
  const found = readFileSync(join(root, 'tools/sample/datasets.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Dataset)
    .find(({ company, data_type }) => company === 'stripe.com' && data_type === 'Valuation');
  if (!found) throw new Error('The sample data contain no valuations of stripe.com.');
  return [found.data.map(({ x }) => Date.parse(x) / 1000), found.data.map(({ y }) => y)];
}

/** Returns made-up values, nine days apart. */
function daily(count: number): Values {
  const days = Array.from({ length: count }, (_, i) => i);
  const start = Date.UTC(2010, 0, 1) / 1000;
  return [
    days.map((i) => start + i * 9 * 86_400),
    days.map((i) => Math.round((20 + i / 10 + 8 * Math.sin(i / 23)) * 1e9)),
  ];
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
const bytesOf = ({ loads }: Figures) => median(loads.map(({ bytes }) => bytes));
const bestOf = ({ loads }: Figures) => Math.min(...loads.map(({ visible }) => visible));
const visibleOf = ({ loads }: Figures) => median(loads.map(({ visible }) => visible));

function table(figures: readonly Figures[]): string {
  const rows = figures.map((one) => {
    const loaded =
      one.loads.length === 0
        ? ['', '', '', '']
        : [
            bytesOf(one).toLocaleString('en'),
            median(one.loads.map(({ requests }) => requests)),
            Math.round(visibleOf(one)),
            Math.round(bestOf(one)),
          ];
    return `| ${[one.name, ...loaded, median(one.pointer).toFixed(1)].join(' | ')} |`;
  });
  return [
    '| page | bytes | requests | chart visible, ms | best round, ms | pointer move, ms of CPU |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    '',
  ].join('\n');
}

/** Returns the number of rounds in which one page showed its chart before the other. */
const before = (one: Figures, other: Figures) =>
  one.loads.filter(({ visible }, i) => visible < other.loads[i]!.visible).length;

/** States which goals are met, by the medians. */
function goals(measured: Record<string, Figures[]>): string {
  const lines = Object.entries(measured).flatMap(([size, [ours, ...others]]) => {
    const peers = others.filter(({ name }) => name !== EMPTY && name !== ELEMENT);
    const uplot = peers.find(({ name }) => name === 'uPlot')!;
    const ratio = median(ours!.pointer) / median(uplot.pointer);
    const met = (is: boolean) => (is ? 'met' : 'missed');
    const worse = (of: (one: Figures) => number) =>
      peers.filter((peer) => of(peer) <= of(ours!)).map(({ name }) => name);
    const missed = (names: string[]) => (names.length === 0 ? 'met' : `missed against ${names.join(', ')}`);
    return [
      `- ${size} values, fewer bytes than each library: ${missed(worse(bytesOf))}.`,
      `- ${size} values, chart visible first: ${missed(worse(visibleOf))}; in the best rounds, ${missed(worse(bestOf))}; before uPlot in ${before(ours!, uplot)} of ${uplot.loads.length} rounds.`,
      `- ${size} values, a pointer move within 1.5 times uPlot's: ${met(ratio <= 1.5)} (${ratio.toFixed(2)} times).`,
    ];
  });
  return `${lines.join('\n')}\n`;
}

type Run = { loads: number; rounds: number; busy: number };

function page({ loads, rounds, busy }: Run, text: string): string {
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  return `# Charts and chart libraries

Written by \`npm run bench -- charts --write\`: the valuations of Stripe in the sample data, and 600 made-up values, as a step line in one Chromium. Medians of ${loads} loads (${rounds} of the element), and of ${rounds} rounds with 100 moves of the pointer, in which the pages take turns.

${date}, ${cpus().length} shared cores (${cpu?.model.trim() ?? 'unknown'}), load ${busy.toFixed(1)}, Node ${process.versions.node}.

- **Bytes** are those on the wire with headers, with an empty cache. The service compresses each page once, by brotli at quality 10, and keeps the result; the pages of the libraries and all scripts are compressed once, at the best quality, 11. The libraries are minified and contain only what their page uses.
- **Chart visible** is the time from the start of the navigation until the first frame with the chart is painted, with 1.6 Mbit/s, 150 ms of latency and a processor four times slower. The chart of the service is in its HTML; a library draws after its script has come. The service renders a page once for each content and keeps it; 30 requests have come before, so that it is rendered. A best round is the one that other load disturbed least.
- **A pointer move** is the CPU time of the main thread for a move and the frame after it, without slowing. Each page has its usual reading: the chart of the service its text, rule and ring, uPlot its legend, Lightweight Charts its crosshair, Chart.js and Plot a tip.

\`<dossier-chart>\` is the same chart in a publisher's page: its script contains every widget, every language and the schemas of the data, and it requests the data once it runs. The goals are about the page of the embed.

The page of the service also contains a table of the values, their sources, a legend, an accessible description and a slider for keyboards. The pages of the libraries contain the chart alone.

${text}`;
}
