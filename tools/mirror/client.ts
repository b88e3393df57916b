import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { start } from '../e2e/program.ts';

/** The copy of a client: its position, and its records by kind and id. */
export interface Copy {
  seq: number;
  records: Record<string, Record<string, Record<string, unknown>>>;
}

const COMMAND = resolve(import.meta.dirname, '../../libs/client/dist/package/dist/command.js');

/** How a run of the client ended: restarted if its position was not in the change log. */
export type Ending = 'done' | 'killed' | 'restarted';

/** The clients of a test. */
export type Clients = Awaited<ReturnType<typeof openClients>>;

/**
 * Opens clients that keep their copies in the folder. They reach the servers through a balancer, which sends each request to
 * the next server. The build makes their package.
 */
export async function openClients(folder: string, key: string) {
  let servers: string[] = [];
  let next = 0;
  let onRequest: () => boolean = () => true;
  const balancer = createServer((req, res) => {
    if (!onRequest()) return void req.socket.destroy();
    const target = new URL(req.url!, servers[next++ % servers.length]);
    const passed = request(target, { headers: { ...req.headers, connection: 'close' } }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => req.socket.destroy()).end();
  });
  await once(balancer.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  const pathOf = (name: string) => join(folder, name);
  const read = (name: string): Copy => {
    const json = (...parts: string[]) =>
      JSON.parse(readFileSync(join(pathOf(name), ...parts), 'utf8')) as Record<string, unknown>;
    const kinds = readdirSync(pathOf(name)).filter((kind) => !kind.includes('.'));
    const records = kinds.map((kind) => {
      const files = readdirSync(join(pathOf(name), kind)).filter((file) => file.endsWith('.json'));
      return [kind, Object.fromEntries(files.map((file) => [file.slice(0, -5), json(kind, file)]))] as const;
    });
    return { seq: Number(json('place.json')['seq']), records: Object.fromEntries(records) };
  };
  /** Runs the command of the client until it ends. Kills it at the request after `killAfter` others. */
  const run = async (name: string, killAfter = Infinity): Promise<Ending> => {
    const env = { PATH: process.env['PATH'], DOSSIER_URL: url, DOSSIER_KEY: key };
    const program = start(process.execPath, [COMMAND, 'mirror', `folder:${pathOf(name)}`], env);
    let left = killAfter;
    onRequest = () => left-- > 0 || !program.process.kill('SIGKILL');
    const code = await program.ended;
    const errors = program.stderr();
    if (code === 0) return errors.includes('Copying again') ? 'restarted' : 'done';
    if (left < 0) return 'killed';
    throw new Error(`The client exited with ${code}: ${errors}`);
  };
  return {
    run,
    read,
    /** Passes requests on to these servers. */
    use: (given: string[]) => (servers = given),
    /** Returns a copy that a new client makes. */
    copyAnew: async () => {
      rmSync(pathOf('new'), { recursive: true, force: true });
      await run('new');
      return read('new');
    },
    close: async () => {
      balancer.closeAllConnections();
      await once(balancer.close(), 'close');
    },
  };
}
