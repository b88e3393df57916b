import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@dossier/shared/testing';
import type { Row } from './peers-questions.ts';
import { POOL, type Peer, type Place, type Started } from './peers-types.ts';
import { start, type Server } from './speed-servers.ts';

// PostGraphile makes a GraphQL API of all tables. It runs without authentication, without a log of queries and without
// mutations, and reads the queries from files, so that requests contain only their names (persisted operations).

export const postGraphile4: Peer = {
  name: 'PostGraphile 4.14.1',
  id: 'postgraphile-4',
  packages: { postgraphile: '4.14.1', '@graphile/persisted-operations': '0.1.1' },
  node: 8,
  start: async (place) => {
    const port = await freePort();
    const flags = [
      ...['--plugins', '@graphile/persisted-operations'],
      ...['--persisted-operations-directory', writeQueries(place)],
      ...['--connection', place.databaseUrl, '--schema', 'public', '--max-pool-size', String(POOL)],
      ...['--host', '127.0.0.1', '--port', String(port), '--simple-collections', 'both'],
      ...['--disable-graphiql', '--disable-query-log', '--disable-default-mutations'],
    ];
    const cli = join(place.folder, 'node_modules/postgraphile/cli.js');
    // The turbo mode is what its documentation recommends for speed.
    const env = { NODE_ENV: 'production', GRAPHILE_TURBO: '1' };
    const { node, folder: cwd } = place;
    return started(await start(port, '/', [cli, ...flags], env, { node, cwd, isUp: isRunning }));
  },
};

export const postGraphile5: Peer = {
  name: 'PostGraphile 5.1.5',
  id: 'postgraphile-5',
  packages: { postgraphile: '5.1.5', '@grafserv/persisted': '1.0.0' },
  node: 22,
  start: async (place) => {
    const port = await freePort();
    const program = fileURLToPath(new URL('peers-postgraphile.mjs', import.meta.url));
    const args = [program, place.folder, place.databaseUrl, writeQueries(place), String(port), String(POOL)];
    const env = { NODE_ENV: 'production', GRAPHILE_ENV: 'production' };
    const { node, folder: cwd } = place;
    return started(await start(port, '/', args, env, { node, cwd, isUp: isRunning }));
  },
};

/** Returns whether a program answers at all: this one has no page at `/`. */
const isRunning = ({ status }: Response) => status < 500;

/** Writes each query to a file with the name of its operation. @returns their folder */
function writeQueries({ folder, questions }: Place): string {
  const queries = join(folder, 'queries');
  mkdirSync(queries, { recursive: true });
  for (const { graphql } of questions) writeFileSync(join(queries, `${nameOf(graphql)}.graphql`), graphql);
  return queries;
}

const nameOf = (graphql: string): string => /^query (\w+)/.exec(graphql)![1]!;

const started = (server: Server): Started => ({
  server,
  targetOf: ({ graphql }, { variables }) => ({
    url: `${server.url}/graphql`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ documentId: nameOf(graphql), variables }),
  }),
  rowsOf: (answer) => {
    const { data, errors } = JSON.parse(answer.toString()) as GraphqlAnswer;
    if (errors || !data) throw new Error(`PostGraphile returned ${answer.toString().slice(0, 1000)}`);
    const { row, page } = data;
    if (row) return { rows: [row], total: undefined };
    return Array.isArray(page) ? { rows: page, total: undefined } : { rows: page!.rows, total: page!.total };
  },
});

interface GraphqlAnswer {
  data?: { row?: Row; page?: Row[] | { rows: Row[]; total: number } };
  errors?: unknown[];
}
