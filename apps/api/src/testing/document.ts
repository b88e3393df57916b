import { createHash } from 'node:crypto';
import { picturePath, type DocumentContent, type DocumentElement, type PictureType } from '@dossier/shared';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><text x="10" y="50">Drawn</text></svg>',
);

export const imageOf = (url: string, caption: string | null = null): DocumentElement => ({
  id: 'image-1',
  type: 'image',
  url,
  dimensions: { width: 200, height: 100 },
  srcset: { small: url, medium: url, large: url, original: url },
  caption,
});
export const pictureOf = (bytes: Buffer, type: PictureType) => picturePath(sha256(bytes), type);

export const paragraph = (text: string): DocumentElement => ({ text, type: 'paragraph', spans: [] });

/** Returns a body with one section for each list of elements. */
export function contentOf(...sections: DocumentElement[][]): DocumentContent {
  const ids = sections.map((_, index) => `section-${index + 1}`);
  return {
    sections: sections.map((elements, index) => ({
      id: ids[index]!,
      type: 'section',
      title: `Section ${index + 1}`,
      level: index < 2 ? 2 : 3,
      elements,
      prev_section: ids[index - 1] ?? null,
      next_section: ids[index + 1] ?? null,
    })),
    table_of_contents: [],
  };
}

/** A body with every type of element. */
export const CONTENT = contentOf(
  [
    { text: 'Section 1', type: 'heading2', spans: [] },
    {
      text: 'Bold, italic, code, link and jump.',
      type: 'paragraph',
      spans: [
        { start: 0, end: 4, type: 'strong' },
        { start: 6, end: 12, type: 'emphasis' },
        { start: 14, end: 18, type: 'code' },
        { start: 20, end: 24, type: 'link', data: { url: 'https://source.example/a?b=1' } },
        { start: 29, end: 33, type: 'link', data: { url: '#section-3' } },
      ],
    },
    { text: 'Quoted.', type: 'quote', spans: [] },
    { text: 'Dot', type: 'list_item', spans: [] },
    { text: 'First', type: 'ordered_list_item', spans: [] },
    { text: 'Second', type: 'ordered_list_item', spans: [] },
  ],
  [
    { text: 'let  x = 1;\n  x++;', type: 'code', spans: [] },
    {
      id: 'table-1',
      type: 'table',
      text: '',
      rows: [
        ['Year', 'Volume'],
        ['2024', '$1.4 trillion'],
      ],
      header_rows: 1,
    },
    imageOf(pictureOf(PNG, 'png'), 'A dot'),
    imageOf(pictureOf(SVG, 'svg'), 'A drawing'),
    imageOf('https://elsewhere.example/a.png', 'Elsewhere'),
    { id: 'embed-1', type: 'embed', url: 'https://video.example/v', caption: 'A talk' },
  ],
  [paragraph('Ελληνικά, Русский, Łódź, ₿ → ≥.')],
);
