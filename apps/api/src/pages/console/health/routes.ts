import { column, html, table, type Markup } from '@dossier/pages';
import type { Backlog } from '@dossier/shared';
import type { Diagnosis } from '../../../admin/doctor.ts';
import type { Route } from '../../../services.ts';
import type { Timing } from '../../../http/observe/timings.ts';
import { named } from '../../../views/words.ts';
import { consolePage, get } from '../console.ts';
import { facts } from '../forms.ts';
import { askAdmin, askIngest } from '../run.ts';

/** The operations that the page lists. */
const SLOWEST = 10;
const LEVELS = ['error', 'warning', 'ok'] as const;
const CLASSES = { error: 'bad', warning: 'bad', ok: 'good' };

export const routes: Route[] = [
  get('/health', { name: 'getHealthPage', needs: 'reader' }, async (context) => {
    const [diagnosis, status] = await Promise.all([
      askAdmin<Diagnosis>(context, ['doctor']),
      askIngest<Backlog>(context, ['status', '--json']),
    ]);
    return consolePage(context, {
      title: 'Health',
      at: '/health',
      body: html`${viewHealth(diagnosis, status)}${viewLimits(diagnosis, context.gate?.rejected())}
      ${viewTimings(context.timings.slowest(SLOWEST))}`,
    });
  }),
];

function viewHealth({ version, node, findings }: Diagnosis, { rows, outbox, rejects }: Backlog): Markup {
  const ordered = LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));
  const todo = ordered.filter(({ level }) => level !== 'ok').length;
  return html`<h1>Health</h1>
    <p role="status">
      ${todo === 0 ? 'Nothing to do.' : todo === 1 ? '1 thing to do.' : `${todo} things to do.`}
    </p>
    ${table('Findings', ordered, [
      column.name('Check', ({ check }) => check),
      column.wide('Level', ({ level }) => html`<span class="${CLASSES[level]}">${level}</span>`),
      column.wide('Finding', ({ message }) => named(message)),
      column.wide('Remedy', ({ remedy }) => remedy !== undefined && named(remedy)),
    ])}
    <h2>Data</h2>
    ${facts([
      [
        'Waits to be indexed',
        `${outbox.depth.toLocaleString('en')} changes${outbox.lagSeconds === null ? '' : `, the oldest for ${Math.round(outbox.lagSeconds)} s`}`,
      ],
      ['Runs with rejected rows', rejects.length],
      ...Object.entries(rows).map(([kind, n]): [string, string] => [kind, n.toLocaleString('en')]),
      ['Version', `${version}, Node.js ${node}`],
    ])}`;
}

/** The limits of the service, by the names of their settings. */
const LIMITS = {
  max_in_flight: 'Requests at once',
  max_in_flight_per_caller: 'Requests at once of one caller',
  connection_limits: 'Connections',
  rate_limits: 'Tasks of a plan in seconds',
  request_limits: 'Requests in seconds',
  statement_seconds: 'Seconds of a statement',
};

/** Returns the limits, and how many requests this process rejected because it had too many. */
function viewLimits({ settings: { settings = {} } }: Diagnosis, rejected: number | undefined): Markup {
  const own = settings as Record<string, unknown>;
  return html`<h2>Limits</h2>
    ${facts([
      ...Object.entries(LIMITS).map(([name, title]): [string, Markup | undefined] => [
        title,
        own[name] === undefined ? undefined : named(limitOf(own[name])),
      ]),
      ['Rejected by this process, because it had too many', rejected?.toLocaleString('en')],
    ])}`;
}

const limitOf = (limit: unknown): string =>
  typeof limit === 'object' && limit !== null
    ? Object.entries(limit)
        .map(([name, one]) => `${name}=${one}`)
        .join(',')
    : `${limit as string | number}`;

/** Returns the slowest operations of this process. */
const viewTimings = (timings: Timing[]): Markup =>
  html`<h2>Slowest operations</h2>
    <p class="quiet">
      Of the process that made this page, since it began. The metrics of the admin port have those of all
      processes.
    </p>
    ${table('Slowest operations', timings, [
      column.name('Operation', ({ operation }) => operation),
      column.number('Requests', ({ requests }) => requests.toLocaleString('en')),
      column.number('Mean', ({ mean }) => milliseconds(mean)),
      column.number('Slowest', ({ slowest }) => milliseconds(slowest)),
    ])}`;

const milliseconds = (seconds: number): Markup => html`${Math.round(seconds * 1000).toLocaleString('en')} ms`;
