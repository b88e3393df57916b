import { Agent, request } from 'node:http';

/** A request that is sent repeatedly. */
export interface Target {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: string | undefined;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request once and returns the whole response body. @throws unless it succeeds */
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
  if (status >= 300) throw new Error(`${method} ${url} returned ${status}: ${answer.toString()}`);
  return answer;
}

/** How often a target is requested, and by how many clients. */
export interface Load {
  /** Each client sends its next request when it has the previous response. */
  clients: number;
  /** Targets take turns, so that other load on the machine affects all of them alike. */
  rounds: number;
  /** The length of one turn. Each client sends at least one request. */
  milliseconds: number;
}

/** The milliseconds of each request in each round, and of the whole round. */
export type Rounds = { latencies: number[]; elapsed: number }[];

/** Requests targets in turn. Skips undefined ones. */
export async function askInTurn(
  targets: Record<string, Target | undefined>,
  { clients, rounds, milliseconds }: Load,
): Promise<Record<string, Rounds>> {
  const asked = Object.entries(targets).flatMap(([name, target]) => (target ? [{ name, target }] : []));
  const taken: Record<string, Rounds> = Object.fromEntries(asked.map(({ name }) => [name, []]));
  // A warm-up, which is not measured.
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

/** The figures of a target: requests per second, and the median and 99th percentile in milliseconds. */
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

/** Returns how many times as long one target took as the other: the median over the rounds. */
export const ratioOf = (one: Rounds, other: Rounds): number =>
  quantile(
    one.map(({ latencies }, round) => quantile(latencies, 0.5) / quantile(other[round]!.latencies, 0.5)),
    0.5,
  );

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
