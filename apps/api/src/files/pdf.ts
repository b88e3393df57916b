import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The launcher of all programs. */
const LAUNCHER = join(import.meta.dirname, '../../../../bin/dossier.cjs');
/** How long an idle thread is kept: starting one takes longer than most drawings, but it needs memory. */
const KEEP_MS = 10_000;

type Options = { title: string; alt: string; language: string };
/** What the program that draws a PDF receives. */
export type PdfInput = Options & { svg: string };

let thread: Worker | undefined;
/** The timer that ends an idle thread. */
let end: NodeJS.Timeout | undefined;
/** Settles with the last drawing. The next one waits for it. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws an SVG of ours as a PDF of one page, in a thread of its own. Its letters are outlines, so every program shows them
 * alike, in Arabic too, and its text is that of the description. A drawing with letters that our fonts lack, such as
 * Japanese ones, is a picture instead.
 */
export function renderPdf(svg: string, options: Options): Promise<Uint8Array> {
  const drawn = last.then(() => draw({ svg, ...options }));
  last = drawn.catch(() => {});
  return drawn;
}

async function draw(input: PdfInput): Promise<Uint8Array> {
  clearTimeout(end);
  const worker = (thread ??= start());
  const over = new AbortController();
  const { signal } = over;
  const stopped = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`The program that draws PDFs stopped with code ${code}.`);
  });
  worker.ref();
  worker.postMessage(input);
  try {
    const [file] = (await Promise.race([once(worker, 'message', { signal }), stopped])) as [Uint8Array];
    return file;
  } finally {
    over.abort();
    // An idle thread does not keep the service running.
    worker.unref();
    end = setTimeout(() => {
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
  // A failed drawing ends the thread. The next drawing starts a new one.
  return worker.once('error', forget).once('exit', forget);
}
