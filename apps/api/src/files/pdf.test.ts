import { inflateSync } from 'node:zlib';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { galleryStates, hasPicture, renderPicture } from '@dossier/embeds';
import { renderPdf } from './pdf.ts';

const states = galleryStates.filter(({ widget }) => hasPicture(widget.kind));
const pdfOf = async ({ id, widget, look }: (typeof states)[number]) => {
  const svg = renderPicture(widget, { width: 800 }, { look })!;
  return Buffer.from(await renderPdf(svg, { title: id, alt: 'Alternative', language: look.locale ?? 'en' }));
};

const ABOUT = { title: 'None', alt: 'None', language: 'en' };
const linesSvg = (count: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400">${'<path d="M1 1L2 2"/>'.repeat(count)}</svg>`;

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/** Returns the points, in units of the page, at which the lines of its outlines end. */
function pointsOf(file: Buffer): [x: number, y: number][] {
  const text = file.toString('latin1');
  const contents = [...text.matchAll(/FlateDecode\n>>\nstream\n([^]*?)\nendstream/g)]
    .map(([, data]) => inflateSync(Buffer.from(data!, 'latin1')).toString('latin1'))
    .find((stream) => stream.includes(' cm\n'))!;
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const points: [number, number][] = [];
  for (const line of contents.split('\n')) {
    const parts = line.split(' ');
    const numbers = parts.slice(0, -1).map(Number);
    const [a, b, c, d, e, f] = matrix;
    const at = (x: number, y: number): [number, number] => [a * x + c * y + e, b * x + d * y + f];
    const operator = parts.at(-1)!;
    if (operator === 'q') saved.push(matrix);
    else if (operator === 'Q') matrix = saved.pop()!;
    else if (operator === 'cm') {
      const [p, q, r, s, x, y] = numbers as Matrix;
      matrix = [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, ...at(x, y)];
    } else if (['m', 'l', 'c'].includes(operator)) points.push(at(numbers.at(-2)!, numbers.at(-1)!));
  }
  return points;
}

describe('the PDF of an embed', () => {
  it('shows the whole drawing on its page', async () => {
    const file = await pdfOf(states.find(({ id }) => id === 'valuation-chart')!);
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file.toString('latin1'))!.map(Number);
    const points = pointsOf(file);
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    for (const [all, side] of [[xs, width!] as const, [ys, height!] as const]) {
      expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...all)).toBeLessThanOrEqual(side);
      expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(0.9 * side);
    }
  });

  it.each(states.map((state) => [state.id, state] as const))(
    'is one page of outlines with a title and a description: %s',
    async (id, state) => {
      const file = (await pdfOf(state)).toString('latin1');
      expect(file).toMatch(/^%PDF-1\.7/);
      expect(file.match(/\/Type \/Page\n/g)).toHaveLength(1);
      expect(file).toContain(`(${id})`);
      expect(file).toContain('/Alt (Alternative)');
      expect(file).toContain(`/Lang (${state.look.locale ?? 'en'})`);
      // No program has to have a font. Letters that our fonts lack are in a picture.
      expect(file).not.toContain('/Type /Font');
      expect(file.includes('/Subtype /Image')).toBe(/japanese/.test(id));
    },
  );

  it('is drawn while the service answers other requests', async () => {
    await pdfOf(states[0]!);
    const before = performance.eventLoopUtilization();
    await renderPdf(linesSvg(10_000), ABOUT);
    // This thread only waits, however fast it is. Drawn here, it would work all the time.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it('that takes too long gets an error with its title, and the next one is drawn', async () => {
    // It takes many seconds.
    const [late, drawn] = await Promise.allSettled([
      renderPdf(linesSvg(100_000), { ...ABOUT, title: 'Long' }, 50),
      pdfOf(states[0]!),
    ]);
    expect(late).toMatchObject({
      status: 'rejected',
      reason: {
        ...{ code: 'pdf_too_slow', status: 503, headers: { 'Retry-After': '60' } },
        message: expect.stringContaining('The PDF "Long" was not drawn within 0.05 seconds.'),
      },
    });
    expect(drawn.status).toBe('fulfilled');
  });

  it('is drawn after a drawing that fails', async () => {
    const [failed, drawn] = await Promise.allSettled([renderPdf('no drawing', ABOUT), pdfOf(states[0]!)]);
    expect([failed.status, drawn.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('is the same file for the same drawing', async () => {
    const state = states.find(({ id }) => id === 'valuation-chart')!;
    const [one, other] = [await pdfOf(state), await pdfOf(state)];
    expect(one.equals(other)).toBe(true);
    expect(one.length).toBeLessThan(150_000);
  });
});
