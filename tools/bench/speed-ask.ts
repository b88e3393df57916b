import { Agent, request } from 'node:http';

/** What is asked of a server, again and again. */
export interface Target {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: string | undefined;
}

const agent = new Agent({ keepAlive: true });

/** Asks once, and gives the whole answer. @throws when it is no success */
export async function ask({ url, method, headers, body }: Target): Promise<Buffer> {
  const { status, answer } = await new Promise<{ status: number; answer: Buffer }>((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, answer: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
  if (status >= 300) throw new Error(`${method} ${url} answered ${status}: ${answer.toString()}`);
  return answer;
}

/** How often and by how many a target is asked. */
export interface Load {
  /** Each asks its next question once it has the answer to the last. */
  clients: number;
  /** All targets take turns, so that what else a machine does is the same for all of them. */
  rounds: number;
  /** Of one turn; each client asks once at least. */
  milliseconds: number;
}

/** What asking took: milliseconds of each request, in each round, and how long the round took. */
export type Rounds = { latencies: number[]; elapsed: number }[];

/** Asks targets in turn; one that is undefined is left out. */
export async function askInTurn(
  targets: Record<string, Target | undefined>,
  { clients, rounds, milliseconds }: Load,
): Promise<Record<string, Rounds>> {
  const asked = Object.entries(targets).flatMap(([name, target]) => (target ? [{ name, target }] : []));
  const taken: Record<string, Rounds> = Object.fromEntries(asked.map(({ name }) => [name, []]));
  // Once for nothing: code is compiled, and pages of files are read.
  for (const { target } of asked) await turn(target, clients, milliseconds / 2);
  for (let round = 0; round < rounds; round++) {
    for (const { name, target } of asked) taken[name]!.push(await turn(target, clients, milliseconds));
  }
  return taken;
}

async function turn(target: Target, clients: number, milliseconds: number): Promise<Rounds[number]> {
  const latencies: number[] = [];
  const began = performance.now();
  const client = async () => {
    do {
      const sent = performance.now();
      await ask(target);
      latencies.push(performance.now() - sent);
    } while (performance.now() - began < milliseconds);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { latencies, elapsed: performance.now() - began };
}

/** Numbers of a target: requests a second, and milliseconds that half and 99 in 100 of them took at most. */
export interface Figures {
  perSecond: number;
  median: number;
  p99: number;
}

export function figuresOf(rounds: Rounds): Figures {
  const all = rounds.flatMap(({ latencies }) => latencies);
  return {
    perSecond: quantile(
      rounds.map(({ latencies, elapsed }) => (latencies.length / elapsed) * 1000),
      0.5,
    ),
    median: quantile(all, 0.5),
    p99: quantile(all, 0.99),
  };
}

/** How many times as long one took as the other: the median of what each round says. */
export const ratioOf = (one: Rounds, other: Rounds): number =>
  quantile(
    one.map(({ latencies }, round) => quantile(latencies, 0.5) / quantile(other[round]!.latencies, 0.5)),
    0.5,
  );

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
