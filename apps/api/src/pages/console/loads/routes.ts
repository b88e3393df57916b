import { ApiError, fail, type UndoEffect } from '@dossier/shared';
import type { Route } from '../../../services.ts';
import { may } from '../../../http/auth/roles.ts';
import { csvFile } from '../../site/site.ts';
import { consolePage, get, post, text } from '../console.ts';
import { askIngest, changeByIngest } from '../run.ts';
import { readUploads } from '../uploads/folder.ts';
import { isRetried, readRun, readRuns, rejectsOf, runParam } from './read.ts';
import { correct, csvOfRejects, firstRejects } from '../rejects/rejects.ts';
import { CORRECT_LATER, viewLoads, viewRun, viewUndo } from './view.ts';

const SHOWN = 100;
const at = '/loads';

export const routes: Route[] = [
  get(
    '/loads',
    { name: 'getLoads', needs: 'reader', input: { before: text } },
    async (context, { before }) => {
      const isEarlier = /^[1-9]\d{0,8}$/.test(before);
      const found = await readRuns(context.db, SHOWN + 1, isEarlier ? Number(before) : undefined);
      const uploads = may(context.caller, 'editor') ? await readUploads(context) : [];
      const page = { runs: found.slice(0, SHOWN), hasMore: found.length > SHOWN, isEarlier, uploads };
      return consolePage(context, { title: 'Loads', at, body: viewLoads(context, page) });
    },
  ),
  get('/loads/:run', { name: 'getLoad', needs: 'reader', params: runParam }, async (context, { run: id }) => {
    const run = await readRun(context.db, id);
    const rejects = await rejectsOf(context.db, run)
      .then((path) => (path === null ? undefined : firstRejects(path, SHOWN)))
      .catch((error: unknown) => {
        if (error instanceof ApiError) return { problem: error.message };
        throw error;
      });
    const headers: Record<string, string> = run.outcome === 'running' ? { Refresh: '2' } : {};
    const body = viewRun(context, run, rejects);
    return consolePage(context, { title: `Run ${id}`, at, body }, 200, headers);
  }),
  get(
    '/loads/:run/rejects.csv',
    { name: 'getRejects', needs: 'reader', params: runParam, produces: 'text/csv' },
    async ({ db }, { run: id }) => {
      const path = await rejectsOf(db, await readRun(db, id));
      return csvFile(`rejects-${id}`, csvOfRejects(path), { 'Cache-Control': 'no-store' });
    },
  ),
  post(
    '/loads/:run/retry',
    { name: 'retryLoad', needs: 'editor', params: runParam, input: { version: text }, others: true },
    async (context, { run: id, version, ...given }) => {
      const found = await readRun(context.db, id);
      const path = await rejectsOf(context.db, found);
      if (path === null) throw fail('not_found');
      if (found.outcome === 'running' || (await isRetried(context.db, path)))
        throw fail('command_failed', { problem: `Run ${id} goes on. ${CORRECT_LATER}` });
      await correct(path, version, given);
      const args = ['retry', '--json', '--', path];
      return changeByIngest(context, { args, subject: `run ${id}` });
    },
  ),
  get(
    '/loads/:run/undo',
    { name: 'getUndo', needs: 'editor', params: runParam },
    async (context, { run: id }) => {
      const run = await readRun(context.db, id);
      const undone = await askIngest<UndoEffect>(context, ['undo', '--dry-run', '--json', String(id)]);
      return consolePage(context, { title: `Undo run ${id}`, at, body: viewUndo(context, run, undone) });
    },
  ),
  post('/loads/:run/undo', { name: 'undoLoad', needs: 'editor', params: runParam }, (context, { run: id }) =>
    changeByIngest(context, {
      ...{ args: ['undo', '--json', String(id)], subject: `run ${id}`, done: `/loads/${id}/undo` },
    }),
  ),
];
