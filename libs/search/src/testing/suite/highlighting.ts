import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entry, type Bench } from './bench.ts';

/** Tests of highlights. */
export function describeHighlighting(bench: Bench): void {
  const { put, empty, search } = bench;

  describe('highlighting', () => {
    it('escapes markup of the entry in title and content [R-SEARCH-15]', async () => {
      const hostile = `<script>alert("x")</script> & <em>zirconium</em> 'quoted' &lt;b&gt; <img src=x onerror=zirconium>`;
      await put(entry({ title: hostile, text: hostile }));
      const [result] = (await search('zirconium')).results;
      for (const html of [result!.highlight.title, result!.highlight.content!]) {
        expect(html.replaceAll(/<em>zirconium<\/em>/g, '')).not.toMatch(/[<>"']/);
        expect(html).toContain('&lt;em&gt;<em>zirconium</em>&lt;/em&gt;');
        expect(html).toContain('&amp;lt;b');
      }
    });

    it('escapes markup in any text', async () => {
      const piece = fc.oneof(
        fc.constantFrom(
          '<em>',
          '</em>',
          '&',
          '"',
          "'",
          '<',
          '>',
          '\ue000',
          '\ue001',
          '\u0000',
          'amber',
          ' ',
          '…',
        ),
        fc.string({ unit: 'grapheme', maxLength: 5 }),
      );
      const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
      // Ten entries for each write, since writing takes most of the time.
      const texts = fc.array(fc.tuple(text, text), { minLength: 10, maxLength: 10 });
      await fc.assert(
        fc.asyncProperty(texts, async (pairs) => {
          await empty();
          await put(
            ...pairs.map(([title, body]) => entry({ title: `${title} amber`, text: `${body} amber` })),
          );
          const { results } = await search('amber');
          expect(results).toHaveLength(pairs.length);
          for (const { highlight } of results) {
            for (const html of [highlight.title, highlight.content!]) {
              const outside = html.split(/<em>([^<>]*)<\/em>/);
              expect(outside.length).toBeGreaterThan(1);
              expect(outside.join('').replaceAll(/&(amp|lt|gt|quot|#39|#x27);/g, '')).not.toMatch(/[<>"'&]/);
            }
          }
        }),
        { numRuns: 10 },
      );
    });

    it('shows a snippet of the passage whose words weigh most', async () => {
      const filler = 'Nothing of note is said here. '.repeat(40);
      await put(
        entry({
          passages: [
            { title: 'One', text: `${filler} amber ${filler}` },
            { title: 'Two', text: `${filler} amber and basalt ${filler}` },
            { title: 'Three', text: `${filler} basalt ${filler}` },
          ],
        }),
      );
      const content = (await search('amber basalt')).results[0]!.highlight.content!;
      expect(content).toContain('<em>amber</em> and <em>basalt</em>');
      expect(content.length).toBeLessThan(500);
    });
  });
}
