import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The launcher of all programs. */
const LAUNCHER = join(import.meta.dirname, '../../../../bin/dossier.cjs');

type Options = { title: string; alt: string; language: string };
/** What the program that draws a PDF receives. */
export type PdfInput = Options & { svg: string };

/**
 * Draws an SVG of ours as a PDF of one page, in a thread of its own. Its letters are outlines, so every program shows them
 * alike, in Arabic too, and its text is that of the description. A drawing with letters that our fonts lack, such as
 * Japanese ones, is a picture instead.
 */
export function renderPdf(svg: string, options: Options): Promise<Uint8Array> {
  const workerData: PdfInput = { svg, ...options };
  const thread = new Worker(LAUNCHER, { argv: ['pdf'], execArgv: [], workerData });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`The program that draws PDFs stopped with code ${code}.`)),
    );
  });
}
