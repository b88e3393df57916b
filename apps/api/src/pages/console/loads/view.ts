import { column, html, pager, table, type Column, type Markup } from '@dossier/pages';
import type { UndoEffect } from '@dossier/shared';
import { named } from '../../../views/words.ts';
import { may } from '../../../http/auth/roles.ts';
import { to, type Signed } from '../console.ts';
import { action, facts, time } from '../forms.ts';
import { withoutFolders, type State } from '../uploads/folder.ts';
import type { Run } from './read.ts';
import type { Placed } from '../rejects/rejects.ts';
import { viewCorrections, viewRejects } from '../rejects/view.ts';

/** Returns the numbers of a run in words: `36 read, 2 new`. */
const countsOf = ({ counts }: Run): string =>
  Object.entries(counts ?? {})
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[0] !== 'seconds')
    .filter(([name, n]) => n > 0 || name === 'read')
    .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
    .join(', ');

const BAD = ['failed', 'killed', 'refused', 'stopped'];
const state = ({ outcome }: Run): Markup =>
  html`<span class="${outcome === 'done' ? 'good' : BAD.includes(outcome) ? 'bad' : ''}">${outcome}</span>`;

/** Runs, and whether the list has earlier ones and does not begin with the last one. */
interface RunsPage {
  runs: Run[];
  hasMore: boolean;
  isEarlier: boolean;
  /** The files that wait for their load. */
  uploads: State[];
}

/** Returns the page of all runs. */
export function viewLoads(context: Signed, { runs, hasMore, isEarlier, uploads }: RunsPage): Markup {
  const last = runs.at(-1)?.id;
  const columns: Column<Run>[] = [
    column.name(
      'Run',
      ({ id, command, kind }) =>
        html`<a href="${to(context, `/loads/${id}`)}">${id}</a> ${command} ${kind ?? ''}`,
    ),
    column.wide('Source', ({ source }) => named(withoutFolders(context, source))),
    column.wide('State', state),
    column.wide('Counts', countsOf),
    column.day('Began', ({ started_at }) => time(started_at)),
  ];
  return html`<h1>Loads</h1>
    ${
      may(context.caller, 'editor') &&
      html`<p class="actions">
        <a class="button" href="${to(context, '/loads/new')}">Load a file</a>
        ${uploads.map(
          ({ id, name }) => html`<a href="${to(context, `/loads/new/${id}`)}">Go on with ${named(name)}</a>`,
        )}
      </p>`
    }
    <p role="status">
      ${runs.length === 0 ? 'No runs.' : `${isEarlier ? 'Earlier runs' : `The last ${runs.length} runs`}. Times are UTC.`}
      <a class="screen" href="${to(context, '/loads')}">Show the current state</a>
    </p>
    ${table('Runs', runs, columns)}
    ${pager([
      { href: isEarlier && to(context, '/loads'), text: 'The last runs' },
      { href: hasMore && to(context, `/loads?before=${last}`), text: 'Earlier runs', rel: 'next' },
    ])}`;
}

/** Returns the page of one run with its first rejects. */
export function viewRun(
  context: Signed,
  run: Run,
  rejects: { rows: Placed[]; hasMore: boolean; version: string } | { problem: string } | undefined,
): Markup {
  return html`<h1>Run ${run.id}</h1>
    ${facts([
      ['Command', html`${run.command} ${run.kind ?? ''}`],
      ['Source', named(withoutFolders(context, run.source))],
      ['State', state(run)],
      ['Counts', countsOf(run)],
      ['Message', run.message === null ? undefined : named(withoutFolders(context, run.message))],
      ['Began', time(run.started_at)],
      ['Ended', time(run.ended_at)],
      ['Machine', run.host === null ? undefined : named(run.host)],
      ...(run.drift?.changes ?? []).map(({ message }): [string, Markup] => ['Differs', named(message)]),
    ])}
    ${
      may(context.caller, 'editor') &&
      html`<p class="actions">
        <a href="${to(context, `/loads/${run.id}/undo`)}">What an undo would change</a>
      </p>`
    }
    ${
      rejects &&
      html`<h2>Rejected rows</h2>
        ${'problem' in rejects ? html`<p class="error">${withoutFolders(context, rejects.problem)}</p>` : viewRejected(context, run, rejects)}`
    }`;
}

/** The page of a run that goes on loads itself again, which would clear what somebody typed. */
export const CORRECT_LATER = 'You can correct the rejected rows when the run has ended.';

function viewRejected(
  context: Signed,
  run: Run,
  rejects: { rows: Placed[]; hasMore: boolean; version: string },
): Markup {
  const { rows, hasMore } = rejects;
  const isEditor = may(context.caller, 'editor');
  const isRunning = run.outcome === 'running';
  return html`<p class="actions">
      <a href="${to(context, `/loads/${run.id}/rejects.csv`)}" download>All as CSV</a>
      <span>${hasMore ? `The first ${rows.length} are below.` : ''}</span>
    </p>
    ${isEditor && isRunning && html`<p>${CORRECT_LATER}</p>`}
    ${isEditor && !isRunning ? viewCorrections(context, run.id, rejects) : viewRejects(rows)}`;
}

/** Returns what an undo would change, and the form that does it. */
export function viewUndo(context: Signed, run: Run, undone: UndoEffect): Markup {
  const kinds = Object.entries(undone.records);
  return html`<h1>Undo run ${run.id}</h1>
    ${facts([
      ['Command', html`${run.command} ${run.kind ?? ''}`],
      ['Source', named(withoutFolders(context, run.source))],
    ])}
    ${
      undone.undoneBy !== undefined
        ? html`<p role="status">Run ${undone.undoneBy} has undone it already.</p>`
        : html`<p role="status">
              ${kinds.length === 0 ? 'No record would change.' : 'The undo would change these records. Later runs still count.'}
            </p>
            ${table('Records', kinds, [
              column.name('Kind', ([kind]) => kind),
              ...(['restored', 'changed', 'removed'] as const).map((name) => ({
                ...{ title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, kind: 'number' as const },
                cell: ([, counts]: (typeof kinds)[number]) => counts[name].toLocaleString('en'),
              })),
            ])}
            ${undone.ofOtherRuns.map(
              ({ run: other, records }) =>
                html`<p>
                  Of the removed records, run ${other} had stored
                  ${Object.entries(records)
                    .map(([kind, n]) => `${n} ${kind}`)
                    .join(', ')}.
                </p>`,
            )}
            ${undone.held > 0 && html`<p>${undone.held} rows of other runs would be held: no fact agrees any more.</p>`}
            ${undone.released > 0 && html`<p>${undone.released} rows would no longer be held.</p>`}
            ${action(context, `/loads/${run.id}/undo`, `Undo run ${run.id}`, { main: true })}`
    }
    <p class="actions"><a href="${to(context, `/loads/${run.id}`)}">Back to the run</a></p>`;
}
