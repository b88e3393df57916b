import { writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ApiError, fail, type MappingQuestion, type Planned } from '@dossier/shared';
import { lastRuns, outcomeOf } from '@dossier/store';
import { z } from 'zod';
import type { Upload } from '../../../http/request/upload.ts';
import type { Answer } from '../../../http/endpoint.ts';
import type { Route } from '../../../services.ts';
import { storedKind } from '../kinds.ts';
import { firstRejects } from '../rejects/rejects.ts';
import { consolePage, get, post, seeOther, text, type Signed } from '../console.ts';
import { askIngest, changeByIngest } from '../run.ts';
import * as folder from './folder.ts';
import { answered, kindIn } from './mapping.ts';
import { viewNew, viewUpload } from './view.ts';

const at = '/loads';
const SHOWN = 25;
/** The runs among which the run of an upload is looked for. */
const LAST_RUNS = 200;

const pathOf = ({ id }: folder.State) => `/loads/new/${id}`;

/** Returns an open upload. @throws 404 */
async function readOpen(context: Signed, id: string): Promise<folder.State> {
  const state = await folder.readUpload(context, id);
  if (!state) throw fail('not_found');
  return state;
}

/** Returns the last run that applied the plan of an upload. Another machine may have the folder of uploads elsewhere. */
async function runOf({ db }: Signed, id: string) {
  const runs = await lastRuns(db, LAST_RUNS);
  const run = runs.find(({ command, source }) => command === 'apply' && basename(dirname(source)) === id);
  return run && { ...run, outcome: outcomeOf(run) };
}

/** Returns an open upload whose load does not run. @throws 404; 409 while it runs */
async function readIdle(context: Signed, id: string): Promise<folder.State> {
  const state = await readOpen(context, id);
  if ((await runOf(context, id))?.outcome === 'running')
    throw fail('command_failed', { problem: 'The load of this file runs. Wait for its end.' });
  return state;
}

async function showUpload(context: Signed, state: folder.State, problem?: string): Promise<Answer> {
  const run = state.plan && (await runOf(context, state.id));
  const isRunning = run?.outcome === 'running';
  const rejects = state.plan?.rejectsFile && (await firstRejects(state.plan.rejectsFile, SHOWN)).rows;
  const body = viewUpload(context, state, {
    ...{ problem, rejects: rejects || [], run },
    progress: isRunning ? await folder.readProgress(state) : undefined,
  });
  const headers: Record<string, string> = isRunning ? { Refresh: '2' } : {};
  return consolePage(context, { title: `Load ${state.name}`, at, body }, problem ? 409 : 200, headers);
}

/** Shows the message of a command on the page of its upload. */
async function orShow(context: Signed, state: folder.State, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return showUpload(context, (await folder.readUpload(context, state.id)) ?? state, error.message);
  }
}

/** Plans the load of an upload. The mapping names the kind of the rows. */
async function plan(context: Signed, state: folder.State): Promise<Answer> {
  const { source, mapping, plan: out, planRejects } = folder.filesOf(state);
  const kind = (state.mapping && kindIn(state.mapping.text)) ?? state.kind;
  const options = [
    `--out=${out}`,
    `--rejects=${planRejects}`,
    ...(state.mapping ? [`--mapping=${mapping}`] : []),
  ];
  const printed = await askIngest<Planned>(context, ['plan', '--json', ...options, '--', kind, source]);
  await folder.writePlan(state, printed);
  return seeOther(context, pathOf(state));
}

const begin = post(
  '/loads/new',
  {
    name: 'beginUpload',
    needs: 'editor',
    hasFile: true,
    input: { rows: text, kind: text, file: z.custom<Upload>().optional() },
  },
  async (context, { rows, kind, file }) => {
    const again = (problem: string) =>
      consolePage(
        context,
        { title: 'Error: Load a file', at, body: viewNew(context, { rows, kind, problem }) },
        400,
      );
    if (!file || file.content.length === 0) return again('Choose a file that is not empty.');
    if (kind !== '') storedKind(kind);
    if (rows === 'records' && kind === '') return again('Choose the kind of the records.');
    const state = await folder.keepUpload(context, file);
    const { source, mapping } = folder.filesOf(state);
    try {
      if (rows === 'records') {
        await folder.writeState(state, { kind, questions: [] });
        return await orShow(context, { ...state, kind }, () => plan(context, { ...state, kind }));
      }
      const options = [`--out=${mapping}`, ...(kind === '' ? [] : [`--kind=${kind}`])];
      const drafted = await askIngest<{ kind: string; questions: MappingQuestion[] }>(context, [
        ...['mapping', 'init', '--json', ...options, '--', source],
      ]);
      await folder.writeState(state, drafted);
      return seeOther(context, pathOf(state));
    } catch (error) {
      await folder.discard(state);
      if (error instanceof ApiError && error.status < 500) return again(error.message);
      throw error;
    }
  },
);

const ofUpload = { needs: 'editor', params: folder.uploadParam } as const;

export const routes: Route[] = [
  get('/loads/new', { name: 'getNewUpload', needs: 'editor' }, (context) =>
    consolePage(context, { title: 'Load a file', at, body: viewNew(context, {}) }),
  ),
  begin,
  get(
    '/loads/new/:upload',
    { name: 'getUpload', needs: 'editor', params: folder.uploadParam },
    async (context, { upload }) => {
      const state = await folder.readUpload(context, upload);
      const run = await runOf(context, upload);
      const isLoaded = run?.outcome === 'done' || run?.outcome === 'rejects';
      if (state && !isLoaded) return showUpload(context, state);
      if (!run) throw fail('not_found');
      // Its run shows the rest. The process that began the load may have ended before it removed the files.
      if (state) await folder.removeUsed(state);
      return seeOther(context, `/loads/${run.id}`);
    },
  ),
  post(
    '/loads/new/:upload/answers',
    { ...ofUpload, name: 'answerQuestions', others: true },
    async (context, { upload, ...given }) => {
      const state = await readIdle(context, upload);
      const { mapping } = state;
      if (!mapping) throw fail('not_found');
      const changed = answered(mapping.text, mapping.questions, given);
      await writeFile(folder.filesOf(state).mapping, changed);
      await folder.writeState(state, { kind: state.kind, questions: [] });
      const next = { ...state, mapping: { text: changed, questions: [] } };
      return orShow(context, next, () => plan(context, next));
    },
  ),
  post(
    '/loads/new/:upload/mapping',
    { ...ofUpload, name: 'changeMapping', input: { mapping: z.string().max(200_000).default('') } },
    async (context, { upload, mapping: given }) => {
      const state = await readIdle(context, upload);
      const changed = given.replaceAll('\r\n', '\n');
      await writeFile(folder.filesOf(state).mapping, changed);
      await folder.writeState(state, { kind: state.kind, questions: [] });
      await folder.writePlan(state, undefined);
      const next = { ...state, mapping: { text: changed, questions: [] }, plan: undefined };
      return orShow(context, next, () => plan(context, next));
    },
  ),
  post('/loads/new/:upload/apply', { ...ofUpload, name: 'applyUpload' }, async (context, { upload }) => {
    const state = await readIdle(context, upload);
    const { plan: path, rejects, progress } = folder.filesOf(state);
    return orShow(context, state, () =>
      changeByIngest(context, {
        args: ['apply', '--json', `--rejects=${rejects}`, `--progress=${progress}`, '--', path],
        ...{ subject: state.name, done: pathOf(state), later: pathOf(state) },
        finish: async (printed) => {
          if (!(printed as Planned).refused) await folder.removeUsed(state);
        },
      }),
    );
  }),
  post('/loads/new/:upload/discard', { ...ofUpload, name: 'discardUpload' }, async (context, { upload }) => {
    const state = await readIdle(context, upload);
    await folder.discard(state);
    return seeOther(context, '/loads');
  }),
];
