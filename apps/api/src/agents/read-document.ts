import { invalid, type DocumentDetail, type DocumentElement } from '@dossier/shared';
import { z } from 'zod';
import { getDocument } from '../resources/documents/detail/contract.ts';
import { clipped, newestSeq, offsetOf, paged, tool } from './tool.ts';

/** The most characters of a section in one answer. */
const MAX_PIECE = 8000;
const MAX_SECTIONS = 150;
const MAX_TITLE = 120;

const input = z.strictObject({
  document: z.string().trim().min(1).max(200).describe('Slug or id, from find'),
  section: z.string().max(300).optional().describe('Id of a section; without it: the contents'),
  cursor: z.string().max(20).optional(),
});

/** Reads a research document, one section at a time. */
export const readDocument = tool({
  name: 'read_document',
  description: 'Contents of a research document, or the text of one of its sections.',
  input,
  output: z.object({
    title: z.string(),
    day: z.string(),
    url: z.string(),
    sections: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
    text: z.string().optional().describe('Markdown'),
    ...paged,
  }),
  run: async (context, { document, section, cursor }) => {
    const seq = await newestSeq(context);
    const found = await context.call(getDocument, { document_slug: document });
    const { title, last_publication_date, web_url: url } = found;
    const head = { title: clipped(title, 300), day: last_publication_date.slice(0, 10) };
    const from = offsetOf(cursor);
    if (section === undefined) {
      const all = found.content.sections.map((one) => ({ id: one.id, title: clipped(one.title, MAX_TITLE) }));
      const sections = all.slice(from, from + MAX_SECTIONS);
      const next_cursor = nextOf(from + sections.length, all.length);
      const text = [head.title, ...sections.map((one) => `${one.id}: ${one.title}`), url].join('\n');
      // The ids of sections are long if their titles are.
      return { result: { ...head, url, sections, next_cursor, seq }, text: clipped(text, MAX_PIECE) };
    }
    const whole = textOf(sectionOf(found, section));
    // A character of two units is not cut in half.
    const text = whole.slice(from, from + MAX_PIECE).replace(/[\uD800-\uDBFF]$/, '');
    const next_cursor = nextOf(from + text.length, whole.length);
    const address = `${url}#${encodeURIComponent(section)}`;
    return { result: { ...head, url: address, text, next_cursor, seq }, text: `${text}\n\n${address}` };
  },
});

const nextOf = (next: number, length: number): string | null => (next < length ? String(next) : null);

type Section = DocumentDetail['content']['sections'][number];

/** Returns a section by its id. @throws 400 that lists the ids */
function sectionOf({ content: { sections } }: DocumentDetail, id: string): Section {
  const section = sections.find((one) => one.id === id);
  if (section) return section;
  const ids = sections.map((one) => one.id).join(', ');
  throw invalid('section', `is unknown. The sections of this document are ${clipped(ids, MAX_PIECE)}`);
}

const textOf = ({ title, level, elements }: Section): string =>
  [`${'#'.repeat(level)} ${title}`, ...elements.map(elementText)].filter((text) => text !== '').join('\n\n');

/** Returns an element as Markdown. */
function elementText(element: DocumentElement): string {
  switch (element.type) {
    case 'table':
      return element.rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    case 'image':
    case 'embed':
      return element.caption === null ? '' : `[${element.type}: ${element.caption}](${element.url})`;
    case 'list_item':
    case 'ordered_list_item':
      return `- ${element.text}`;
    case 'quote':
      return `> ${element.text}`;
    case 'code':
      return `\`\`\`\n${element.text}\n\`\`\``;
    case 'paragraph':
      return element.text;
    default:
      return `${'#'.repeat(Number(element.type.at(-1)))} ${element.text}`;
  }
}
