import { openDatabase, type Db } from '@dossier/store';
import { directus, directusCache } from './peers-directus.ts';
import { install } from './peers-install.ts';
import { postGraphile4, postGraphile5 } from './peers-postgraphile.ts';
import { checkSame, peerQuestionsOf, type PeerQuestion } from './peers-questions.ts';
import type { Peer, Started } from './peers-types.ts';
import { ask, type Target } from './speed-ask.ts';
import { cpuOf, sendAll, WARM_UP } from './speed-cpu.ts';
import { apiOf, type Ends } from './speed-measure.ts';
import { countsOf } from './speed-rows.ts';
import { startBare, startBareHttp, type Server } from './speed-servers.ts';

/** The programs that `--peers` names. */
export const PEERS: Record<string, Peer> = {
  'postgraphile-4': postGraphile4,
  'postgraphile-5': postGraphile5,
  directus,
  'directus-cache': directusCache,
};

export interface PeersOptions {
  rows: number;
  /** Names of PEERS. */
  peers: string[];
  /** Where the peers are installed. */
  folder: string;
  rounds: number;
  /** The requests of a round. */
  requests: number;
  /** Measures only the questions whose names contain this text. */
  only?: string | undefined;
  onProgress?: ((what: string, done: number, total: number) => void) | undefined;
}

/** A program of one question. */
interface Program {
  name: string;
  pid: number;
  /** Requested in turn. */
  targets: Target[];
  bytes: number;
}

/** What one program did in one round, for a request. */
export interface Turn {
  /** The CPU of the program's process, in microseconds. */
  program: number;
  /** The CPU of its sessions of Postgres, in microseconds. */
  postgres: number;
  perSecond: number;
}

/** The results of one question by program. */
export interface PeersResult {
  question: string;
  programs: { name: string; bytes: number; turns: Turn[] }[];
}

export const OURS = 'Dossier, no cache';
export const KEPT = 'Dossier, kept responses';

/** Measures bare programs, our API without and with kept answers, and the peers, in turn on the same rows of Postgres. */
export async function measurePeers(options: PeersOptions): Promise<PeersResult[]> {
  const { rows, peers, folder, only = '', onProgress } = options;
  const ends: Ends = [];
  try {
    const installed: { peer: Peer; place: Awaited<ReturnType<typeof install>> }[] = [];
    for (const [done, id] of peers.entries()) {
      const peer = PEERS[id]!;
      onProgress?.(`installing ${peer.name}`, done, peers.length);
      installed.push({ peer, place: await install(peer, folder) });
    }
    const load = { clients: 1, rounds: 1, milliseconds: 0, answers: 0 };
    const ours = await apiOf(rows, { ...load, rows: [rows, rows], engine: 'postgres', onProgress }, ends);
    const kept = await ours.start();
    const db = openDatabase(ours.databaseUrl, { pool: 1 });
    ends.push(() => db.destroy());
    const bare = { http: await startBareHttp(), express: await startBare() };
    ends.push(bare.http.stop, bare.express.stop);
    const questions = peerQuestionsOf(countsOf(rows).companies).filter(({ name }) => name.includes(only));
    const others: (Started & { name: string })[] = [];
    for (const { peer, place } of installed) {
      onProgress?.(`starting ${peer.name}`, others.length, installed.length);
      const started = await peer.start({ ...place, databaseUrl: ours.databaseUrl, db, questions });
      ends.push(started.server.stop);
      others.push({ ...started, name: peer.name });
    }
    const results: PeersResult[] = [];
    for (const question of questions) {
      onProgress?.(question.name, results.length, questions.length);
      const programs = await programsOf(question, { ours: ours.server, kept, key: ours.key, bare, others });
      results.push({ question: question.name, programs: await turnsOf(programs, db, options) });
    }
    return results;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

interface Servers {
  ours: Server;
  kept: Server;
  key: string;
  bare: { http: Server; express: Server };
  others: (Started & { name: string })[];
}

/** Returns the programs of a question, after every response of each has been compared with ours. */
async function programsOf(question: PeerQuestion, servers: Servers): Promise<Program[]> {
  const { ours, kept, key, bare, others } = servers;
  const targetsOf = ({ url }: Server): Target[] =>
    question.asks.map(({ path }) => ({
      url: `${url}/api/v1/${path}`,
      method: 'GET',
      headers: { authorization: `Token ${key}` },
    }));
  const program = async (name: string, { pid }: Server, targets: Target[]): Promise<Program> => {
    const bytes = (await ask(targets[0]!)).length;
    return { name, pid, targets, bytes };
  };
  const [targets, keptTargets] = [targetsOf(ours), targetsOf(kept)];
  const peers = others.map(({ name, server, targetOf, rowsOf }) => ({
    name,
    server,
    rowsOf,
    targets: question.asks.map((one) => targetOf(question, one)),
  }));
  for (const [place, target] of targets.entries()) {
    const valuesOf = (answer: Buffer) => question.ourValues(JSON.parse(answer.toString()) as never);
    const values = valuesOf(await ask(target));
    checkSame(question.name, KEPT, values, valuesOf(await ask(keptTargets[place]!)));
    for (const peer of peers) {
      const theirs = question.valuesOf(peer.rowsOf(await ask(peer.targets[place]!)));
      checkSame(question.name, peer.name, values, theirs);
    }
  }
  const first = (await ask(targets[0]!)).toString();
  const stored = async ({ url }: Server): Promise<Target[]> => {
    const target: Target = { url: `${url}/answer`, method: 'GET', headers: {} };
    await ask({ ...target, method: 'PUT', body: first });
    return [target];
  };
  return [
    await program('bare node:http, same bytes', bare.http, await stored(bare.http)),
    await program('bare Express, same bytes', bare.express, await stored(bare.express)),
    await program(OURS, ours, targets),
    await program(KEPT, kept, keptTargets),
    ...(await Promise.all(peers.map(({ name, server, targets: own }) => program(name, server, own)))),
  ];
}

/** Measures all programs in turn, after the same number of warm-up requests for each. */
async function turnsOf(
  programs: Program[],
  db: Db,
  { rounds, requests }: PeersOptions,
): Promise<PeersResult['programs']> {
  const measured = programs.map(({ name, bytes }) => ({ name, bytes, turns: [] as Turn[] }));
  for (let round = -1; round < rounds; round++) {
    for (const [place, program] of programs.entries()) {
      const turn = await turnOf(program, db, round < 0 ? requests * WARM_UP : requests);
      if (round >= 0) measured[place]!.turns.push(turn);
    }
  }
  return measured;
}

async function turnOf({ pid, targets }: Program, db: Db, requests: number): Promise<Turn> {
  const [program, sessions] = [cpuOf(pid), await sessionsOf(db)];
  const perSecond = await sendAll(targets, requests);
  const after = await sessionsOf(db);
  // A session that opened in this round has worked for it only.
  const used = [...after].map(([session, cpu]) => cpu - (sessions.get(session) ?? 0));
  return {
    program: (cpuOf(pid) - program) / requests,
    postgres: used.reduce((a, b) => a + b, 0) / requests,
    perSecond,
  };
}

/** Returns the CPU of each session of the database but our own. Only one program works at a time. */
async function sessionsOf(db: Db): Promise<Map<number, number>> {
  const { rows } = await db.raw<{ rows: { pid: number }[] }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()`,
  );
  const used = new Map<number, number>();
  for (const { pid } of rows) {
    try {
      used.set(pid, cpuOf(pid));
    } catch (error) {
      // A pool has closed it meanwhile.
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
    }
  }
  return used;
}
