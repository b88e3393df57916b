import { describe, expect, it } from '@jest/globals';
import type { DocumentElement } from '@dossier/shared';
import { CONTENT, contentOf, imageOf, paragraph, pictureOf, PNG, SVG } from '../../../../testing/document.ts';
import { readPdf } from '../../../../testing/pdf.ts';
import { documentPdf } from './document.ts';
import type { PdfInput } from './input.ts';

const PICTURES = new Map([
  [pictureOf(PNG, 'png'), { media_type: 'image/png', body: PNG }],
  [pictureOf(SVG, 'svg'), { media_type: 'image/svg+xml', body: SVG }],
]);
const input: PdfInput = {
  title: 'The title',
  label: 'Market report',
  summary: 'A summary.',
  published: '2026-01-02T00:00:00.000Z',
  updated: '2026-02-03T00:00:00.000Z',
  webUrl: 'https://dossier.example/research/it',
  publicUrl: 'https://dossier.example',
  content: CONTENT,
  readPicture: async (url) => PICTURES.get(url),
};

async function made(more: Partial<PdfInput> = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of documentPdf({ ...input, ...more })) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const read = async (...sections: DocumentElement[][]) =>
  readPdf(await made({ content: contentOf(...sections) }));
const textElement = (type: 'paragraph' | 'quote' | 'code' | 'list_item', text: string) =>
  ({ text, type, spans: [] }) as DocumentElement;

describe("a document's PDF", () => {
  it('contains title, date, summary and every element, in order', async () => {
    const { pages } = readPdf(await made());
    const lines = pages.join('\n').split('\n');
    const expected = [
      'Market report · 2 January 2026 · updated 3 February 2026',
      'The title',
      'A summary.',
      'Section 1',
      'Bold',
      'italic',
      'code',
      'link',
      'jump',
      'Quoted.',
      '•',
      'Dot',
      '1.',
      'First',
      '2.',
      'Second',
      'Section 2',
      'Year',
      'Volume',
      '2024',
      '$1.4 trillion',
      'A dot',
      'D',
      'r',
      'a',
      'w',
      'n',
      'A drawing',
      'Picture: Elsewhere',
      'Picture: A talk',
      'Section 3',
      'https://dossier.example/research/it',
    ];
    let at = 0;
    for (const text of expected) {
      const found = lines.indexOf(text, at);
      expect([text, found >= at]).toEqual([text, true]);
      at = found;
    }
    // Code keeps its blanks; a section's heading stands once.
    expect(lines).toContain('let\u00a0\u00a0x\u00a0=\u00a01;');
    expect(lines.filter((line) => line === 'Section 1')).toHaveLength(1);
    expect(pages.join('')).not.toContain('□');
  });

  it('numbers its pages', async () => {
    const { pages } = await read(
      Array.from({ length: 60 }, (_, n) => paragraph(`${n} ${'words '.repeat(60)}`)),
    );
    expect(pages.length).toBeGreaterThan(5);
    pages.forEach((page, index) =>
      expect(page.split('\n').slice(0, 2)).toEqual(['The title', String(index + 1)]),
    );
    const text = pages.join(' ').replace(/\s+/g, ' ');
    for (let n = 0; n < 60; n++) expect(text).toContain(` ${n} words words`);
  });

  it('has metadata, bookmarks, links and structure tags', async () => {
    const { objects } = readPdf(await made());
    const all = objects.join('\n');
    expect(all).toContain('(The title)');
    expect(all).toContain('(A summary.)');
    expect(all).toContain('(D:20260102000000Z)');
    expect(all).toMatch(/\/Lang \(en\)/);
    expect(all).toMatch(/\/DisplayDocTitle true/);
    expect(all).toContain('/MarkInfo');
    for (const section of [1, 2, 3]) {
      expect(
        objects.some((head) => head.includes(`/Title (Section ${section})`) && head.includes('/Parent')),
      ).toBe(true);
    }
    expect(all).toContain('/URI (https://source.example/a?b=1)');
    expect(all).toContain('/URI (https://elsewhere.example/a.png)');
    expect(all).toMatch(/\/S \/GoTo\s+\/D \(section-3\)/);
    for (const part of [
      'H1',
      'H2',
      'P',
      'L',
      'LI',
      'Lbl',
      'LBody',
      'BlockQuote',
      'Code',
      'Table',
      'TR',
      'TH',
      'TD',
      'Figure',
      'Link',
    ])
      expect([part, new RegExp(`/S /${part}\\b`).test(all)]).toEqual([part, true]);
    expect(all).toContain('/Alt (A drawing)');
    expect(all).toMatch(/\/Subtype \/Image/);
  });

  it('shows Latin, Greek and Cyrillic, and notes characters that its font lacks', async () => {
    expect((await read([paragraph('Ελληνικά, Русский, Łódź, Việt, ₿ → ≥')])).pages[0]).not.toMatch(
      /□|scripts/,
    );
    const [page] = (await read([paragraph('名 and שלום are here')])).pages;
    const text = page!.replaceAll('\n', '');
    expect(text).toContain('shown as □.');
    expect(text).toContain('□ and □□□□ are here');
  });

  it.each([
    ['a word that is longer than a line', [paragraph('x'.repeat(10_000))]],
    ['code with long lines', [textElement('code', `${'y'.repeat(3000)}\n\n\n${'\t'.repeat(50)}z`)]],
    ['a quote over several pages', [textElement('quote', 'word '.repeat(3000))]],
    ['two thousand list items', Array.from({ length: 2000 }, () => textElement('list_item', 'item'))],
    [
      'markup and bidirectional control characters',
      [paragraph('<script>alert(1)</script> (a) \\ \u202egnp.exe\u0007')],
    ],
    [
      'a table with a cell taller than a page',
      [
        {
          id: 't',
          type: 'table',
          text: '',
          header_rows: 1,
          rows: [
            ['a', 'b'],
            ['word '.repeat(4000), 'x'],
            ['c', 'd'],
          ],
        },
      ],
    ],
    [
      'tables with fifty columns, without rows, with header rows only',
      [
        {
          id: 't',
          type: 'table',
          text: '',
          header_rows: 0,
          rows: [Array.from({ length: 50 }, (_, n) => `column ${n}`)],
        },
        { id: 't', type: 'table', text: '', header_rows: 0, rows: [] },
        { id: 't', type: 'table', text: '', header_rows: 2, rows: [['a'], ['b']] },
      ],
    ],
  ] as [string, DocumentElement[]][])('contains %s', async (_, elements) => {
    const { pages } = await read(elements);
    expect(pages.length).toBeGreaterThan(0);
    const text = pages.join('').replace(/[\s\u00a0]/g, '');
    expect(text).toContain('Fromhttps://dossier.example/research/it');
  });

  it('repeats the header of a table on each page', async () => {
    const rows = [['Year', 'Sum'], ...Array.from({ length: 200 }, (_, n) => [`row ${n}`, `${n}`])];
    const { pages } = await read([{ id: 't', type: 'table', text: '', header_rows: 1, rows }]);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page.split('\n').filter((line) => line === 'Year')).toHaveLength(1);
  });

  it.each([[1], [54], [300]])(
    'keeps a row of %i lines between the repeated header and the footer',
    async (lines) => {
      const tall = Array.from({ length: lines }, (_, n) => `line ${n}`);
      const rows = [
        ['Year', 'Sum'],
        ...Array.from({ length: 40 }, () => ['row', '1']),
        [tall.join('\n'), '2'],
      ];
      const { pages, lowest } = await read([{ id: 't', type: 'table', text: '', header_rows: 1, rows }]);
      for (const page of pages) expect(page.split('\n').filter((line) => line === 'Year')).toHaveLength(1);
      expect(Math.min(...lowest)).toBeGreaterThan(84);
      expect(pages.flatMap((page) => page.split('\n')).filter((line) => line.startsWith('line '))).toEqual(
        tall,
      );
    },
  );

  it('leaves out a picture that cannot be drawn, and names it', async () => {
    const broken = {
      'image/png': Buffer.concat([PNG.subarray(0, 20), Buffer.from('nonsense')]),
      'image/jpeg': Buffer.from('no jpeg'),
      'image/gif': Buffer.from('GIF89a'),
      'image/svg+xml': Buffer.from('<svg><image href="/etc/passwd"/></svg>'),
    };
    for (const [media_type, body] of Object.entries(broken)) {
      const bytes = await made({
        content: contentOf([imageOf('/assets/x', 'Broken'), paragraph('After it.')]),
        readPicture: async () => ({ media_type, body }),
      });
      const { pages } = readPdf(bytes);
      expect([media_type, pages[0]]).toEqual([media_type, expect.stringContaining('Picture: Broken')]);
      expect(pages[0]).toContain('After it.');
    }
  });

  it('does not contain the links of drawings', async () => {
    const body = Buffer.from(
      '<svg width="9" height="9"><a href="javascript:alert(1)"><text y="9">a</text></a></svg>',
    );
    const bytes = await made({
      content: contentOf([imageOf('/assets/x', 'Linked')]),
      readPicture: async () => ({ media_type: 'image/svg+xml', body }),
    });
    expect(bytes.toString('latin1')).not.toContain('javascript:');
  });

  it('ends after 500 pages with a page that links to the rest', async () => {
    // A row of empty lines that needs more than half of a page has one of its own.
    const ends = async (rows: number) => {
      const table = { type: 'table', header_rows: 0, rows: Array(rows).fill(['\n'.repeat(30)]) } as const;
      const { pages } = await read([table as unknown as DocumentElement]);
      return [pages.length, pages.at(-1)!.replaceAll(/\s+/g, ' ')];
    };
    const address = 'https://dossier.example/research/it';
    expect(await ends(500)).toEqual([500, expect.stringMatching(`From ${address}$`)]);
    expect(await ends(501)).toEqual([
      501,
      expect.stringMatching(`This PDF ends after 500 pages. Read the rest at ${address}$`),
    ]);
  });

  it('stops rendering when the reader disconnects', async () => {
    let asked = 0;
    const content = contentOf(Array.from({ length: 500 }, () => imageOf('/assets/x', 'word '.repeat(300))));
    const readPicture = async () => {
      asked++;
      return undefined;
    };
    for await (const chunk of documentPdf({ ...input, content, readPicture })) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    const before = asked;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toBe(before);
    expect(asked).toBeLessThan(500);
  });
});
