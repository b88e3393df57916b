import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fail } from '@dossier/shared';

/** The launcher of all programs. */
const LAUNCHER = join(import.meta.dirname, '../../../../bin/dossier.cjs');
/** How long an idle thread is kept: starting one takes longer than most drawings, but an idle one uses memory. */
const KEEP_MS = 10_000;
/** How long a drawing may take, so that one that never ends does not block all later ones. Most take less than a second. */
export const DRAWING_MS = 60_000;

type Options = { title: string; alt: string; language: string };
/** What the program that draws a PDF receives. */
export type PdfInput = Options & { svg: string };

let thread: Worker | undefined;
/** The timer that stops an idle thread. */
let idleTimer: NodeJS.Timeout | undefined;
/** Settles with the last drawing. The next one waits for it. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws an SVG of ours as a PDF of one page, in a thread of its own. Its letters are outlines, so every program shows them
 * alike, in Arabic too. `alt` is its only text, for search and screen readers. A drawing with letters that our fonts lack,
 * such as Japanese ones, is a picture instead.
 * @throws 503 if the drawing takes longer than `limitMs`
 */
export function renderPdf(svg: string, options: Options, limitMs = DRAWING_MS): Promise<Uint8Array> {
  const drawn = last.then(() => draw({ svg, ...options }, limitMs));
  last = drawn.catch(() => {});
  return drawn;
}

async function draw(input: PdfInput, limitMs: number): Promise<Uint8Array> {
  clearTimeout(idleTimer);
  const worker = (thread ??= start());
  const over = new AbortController();
  const { signal } = over;
  const stopped = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`The program that draws PDFs stopped with code ${code}.`);
  });
  const late = sleep(limitMs, undefined, { signal }).then(() => {
    // The next drawing starts another thread. This one may stop later, because native code does not stop.
    thread = undefined;
    void worker.terminate();
    const error = fail('pdf_too_slow', { title: input.title, seconds: limitMs / 1000 });
    error.headers['Retry-After'] = String(DRAWING_MS / 1000);
    throw error;
  });
  worker.ref();
  worker.postMessage(input);
  try {
    const [file] = (await Promise.race([once(worker, 'message', { signal }), stopped, late])) as [Uint8Array];
    return file;
  } finally {
    over.abort();
    // An idle thread does not keep the service running.
    worker.unref();
    idleTimer = setTimeout(() => {
      void thread?.terminate();
      thread = undefined;
    }, KEEP_MS).unref();
  }
}

function start(): Worker {
  const worker = new Worker(LAUNCHER, { argv: ['pdf'], execArgv: [] });
  const forget = () => {
    if (thread === worker) thread = undefined;
  };
  // A failed drawing stops the thread. The next drawing starts a new one.
  return worker.once('error', forget).once('exit', forget);
}
