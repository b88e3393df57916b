import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readPage } from '../docs/page.ts';

/** The copy of a client: its position, and its records by kind and id. */
export interface Copy {
  seq: number;
  records: Record<string, Record<string, Record<string, unknown>>>;
}

/** The clients of a test. They reach the servers through a balancer, which sends each request to the next server. */
export interface Clients {
  url: string;
  /** Passes requests on to these servers. */
  use(servers: string[]): void;
  /**
   * Runs the program of the guide until it ends. If its position is not in the change log, deletes the copy and runs it
   * again, as the guide says.
   * @param killAfter kills it when it sends its next request after so many
   * @returns how it ended; restarted if it deleted its copy
   */
  run(name: string, killAfter?: number): Promise<'done' | 'killed' | 'restarted'>;
  read(name: string): Copy;
  /** Returns a copy that a new client reads from the lists. */
  copyAnew(): Promise<Copy>;
  close(): Promise<void>;
}

/** Starts a balancer, and writes the program of the guide into the folder. */
export async function openClients(folder: string, key: string): Promise<Clients> {
  const { blocks } = readPage('docs/partners/sync.md');
  const program = join(folder, 'sync.mjs');
  writeFileSync(program, blocks.find(({ file }) => file === 'sync.mjs')!.text);
  let servers: string[] = [];
  let next = 0;
  let onRequest: () => boolean = () => true;
  const balancer: Server = createServer((req, res) => {
    if (!onRequest()) return void req.socket.destroy();
    const target = new URL(req.url!, servers[next++ % servers.length]);
    const passed = request(target, { headers: { ...req.headers, connection: 'close' } }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => req.socket.destroy()).end();
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  const file = (name: string) => join(folder, `${name}.json`);
  const read = (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as Copy;
  const run: Clients['run'] = async (name, killAfter = Infinity) => {
    const env = { PATH: process.env['PATH'], DOSSIER_URL: url, API_KEY: key, COPY: file(name) };
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    let left = killAfter;
    onRequest = () => left-- > 0 || !child.kill('SIGKILL');
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === 0) return 'done';
    if (left < 0) return 'killed';
    if (!errors.includes('changes_not_kept')) throw new Error(`sync.mjs exited with ${code}: ${errors}`);
    rmSync(file(name));
    await run(name, left);
    return 'restarted';
  };
  return {
    url,
    use: (given) => (servers = given),
    run,
    read,
    copyAnew: async () => {
      await run('new');
      const copy = read('new');
      rmSync(file('new'));
      return copy;
    },
    close: async () => {
      balancer.closeAllConnections();
      await new Promise((resolve) => balancer.close(resolve));
    },
  };
}
