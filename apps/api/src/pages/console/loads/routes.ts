import { ApiError } from '@dossier/shared';
import { Answer, BodyStream } from '../../../http/endpoint.ts';
import type { Route } from '../../../services.ts';
import { consolePage, consoleRoute } from '../console.ts';
import { askIngest, changeByIngest } from '../run.ts';
import { csvOfRejects, firstRejects, readRun, runParam, type Run, type Undone } from './read.ts';
import { viewLoads, viewRun, viewUndo } from './view.ts';

const SHOWN = 100;
const at = '/loads';

export const routes: Route[] = [
  consoleRoute(
    { method: 'GET', path: '/console/loads', name: 'getLoads', needs: 'reader' },
    async (context) => {
      const runs = await askIngest<Run[]>(context, ['runs', '--all', '--runs', String(SHOWN), '--json']);
      return consolePage(context, { title: 'Loads', at, body: viewLoads(context, runs) });
    },
  ),
  consoleRoute(
    { method: 'GET', path: '/console/loads/:run', name: 'getLoad', needs: 'reader', params: runParam },
    async (context, { run: id }) => {
      const run = await readRun(context, id);
      const rejects = await firstRejects(run, SHOWN).catch((error: unknown) => {
        if (error instanceof ApiError) return { problem: error.message };
        throw error;
      });
      return consolePage(context, { title: `Run ${id}`, at, body: viewRun(context, run, rejects) });
    },
  ),
  consoleRoute(
    {
      ...{ method: 'GET', path: '/console/loads/:run/rejects.csv', name: 'getRejects', needs: 'reader' },
      ...{ params: runParam, produces: 'text/csv' },
    },
    async (context, { run: id }) =>
      new Answer(new BodyStream(csvOfRejects(await readRun(context, id))), {
        headers: { 'Content-Disposition': `attachment; filename="rejects-${id}.csv"` },
      }),
  ),
  consoleRoute(
    { method: 'GET', path: '/console/loads/:run/undo', name: 'getUndo', needs: 'editor', params: runParam },
    async (context, { run: id }) => {
      const run = await readRun(context, id);
      const undone = await askIngest<Undone>(context, ['undo', '--dry-run', '--json', String(id)]);
      return consolePage(context, { title: `Undo run ${id}`, at, body: viewUndo(context, run, undone) });
    },
  ),
  consoleRoute(
    { method: 'POST', path: '/console/loads/:run/undo', name: 'undoLoad', needs: 'editor', params: runParam },
    (context, { run: id }) =>
      changeByIngest(context, {
        ...{ args: ['undo', '--json', String(id)], subject: `run ${id}`, done: `/loads/${id}/undo` },
      }),
  ),
];
