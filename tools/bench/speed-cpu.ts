import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Target } from './speed-ask.ts';

/** A target that a server answers, and the process of that server. */
export interface Measured {
  pid: number;
  /** Requested in turn, over and over. */
  targets: Target[];
}

/** The work of one round: the CPU of the server for a request, and the requests of a second. */
export interface Work {
  microseconds: number;
  perSecond: number;
}

const CONNECTIONS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/**
 * Sends a fixed number of requests to each server in turn, round by round, so that other work on the machine affects all
 * of them alike. A first round warms up and is not returned.
 */
export async function workInTurn<Name extends string>(
  servers: Record<Name, Measured>,
  { requests, rounds }: { requests: number; rounds: number },
): Promise<Record<Name, Work[]>> {
  const names = Object.keys(servers) as Name[];
  const works = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Work[]>;
  // Code that runs rarely stays unoptimised, so that all warm up with the same count.
  for (const name of names) await work(servers[name], requests * 3);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) works[name].push(await work(servers[name], requests));
  }
  return works;
}

async function work({ pid, targets }: Measured, requests: number): Promise<Work> {
  const before = cpuOf(pid);
  const perSecond = await sendAll(targets, requests);
  return { microseconds: (cpuOf(pid) - before) / requests, perSecond };
}

/** Sends so many requests with 8 connections. Returns the requests of a second. */
export async function sendAll(targets: Target[], requests: number): Promise<number> {
  const began = performance.now();
  let sent = 0;
  const connection = async () => {
    while (sent < requests) await send(targets[sent++ % targets.length]!);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return (requests / (performance.now() - began)) * 1000;
}

/** Returns the CPU that all threads of a process have used, in microseconds. Linux only. */
export function cpuOf(pid: number): number {
  const threads = `/proc/${pid}/task`;
  const used = readdirSync(threads).map((id) =>
    Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return used.reduce((a, b) => a + b, 0) / 1000;
}

/** Sends a request, and waits for the end of the response. */
const send = ({ url, method, headers }: Target): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      if (response.statusCode! >= 400) reject(new Error(`${url} returned ${response.statusCode}.`));
      response.on('error', reject).on('end', resolve).resume();
    });
    sent.on('error', reject).end();
  });
