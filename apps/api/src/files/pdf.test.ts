import { describe, expect, it } from '@jest/globals';
import { galleryStates, hasPicture, renderPicture } from '@dossier/embeds';
import { renderPdf } from './pdf.ts';

const states = galleryStates.filter(({ widget }) => hasPicture(widget.kind));
const pdfOf = async ({ id, widget, look }: (typeof states)[number]) => {
  const svg = renderPicture(widget, { width: 800 }, { look })!;
  return Buffer.from(await renderPdf(svg, { title: id, alt: 'Alternative', language: look.locale ?? 'en' }));
};

describe('the PDF of an embed', () => {
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
    20_000,
  );

  it('is the same file for the same drawing', async () => {
    const state = states.find(({ id }) => id === 'valuation-chart')!;
    const [one, other] = [await pdfOf(state), await pdfOf(state)];
    expect(one.equals(other)).toBe(true);
    expect(one.length).toBeLessThan(150_000);
  });
});
