import { readFileSync } from 'node:fs';

/** The HTML filings: slug, title and date by path. */
const FILINGS: Record<string, { slug: string; title: string; date: string }> = {
  'sec/filings-html/10-Q/HD/0000354950-23-000185/primary-document.html': {
    slug: 'home-depot-10-q-2023-q2',
    title: 'The Home Depot, Inc.: Form 10-Q for Q2 of fiscal year 2023',
    date: '2023-08-22',
  },
  'sec/filings-html/other/1800Flowers.8-K.html': {
    slug: '1-800-flowers-8-k-2023-12',
    title: '1-800-FLOWERS.COM, Inc.: Form 8-K of December 14, 2023',
    date: '2023-12-15',
  },
  'sec/filings-html/other/form8k.Nordstrom.html': {
    slug: 'nordstrom-8-k-2023-03',
    title: 'Nordstrom, Inc.: Form 8-K of March 1, 2023',
    date: '2023-03-06',
  },
};

/** An item, a numbered note, or a line of capitals. */
const HEADING =
  /^(?:item \d+[A-Z]?\.(?:\d+)?.{3,150}|\d{1,2}\. ?[A-Z][A-Z' ,-]{3,}|[A-Z][A-Z' ,&\d-]{8,90})$/i;
const CAPITALS = /^[^a-z]*$/;
const NO_HEADING = /^(?:TABLE OF CONTENTS|.*, INC\.?|[\d -]*)$/i;

/**
 * Returns a document for each HTML filing, with a section for each heading. Filings mark headings only by their look, so
 * this looks for items, numbered notes and lines of capitals.
 */
export function htmlFilings(data: string): object[] {
  return Object.entries(FILINGS).map(([path, filing]) => {
    const sections = [{ title: filing.title, lines: [] as string[] }];
    for (const line of linesOf(readFileSync(`${data}/${path}`, 'utf8'))) {
      if (isHeading(line))
        sections.push({ title: line.replace(/\.$/, '').replace(/^(\d+\.)(?=[A-Z])/, '$1 '), lines: [] });
      else sections.at(-1)!.lines.push(line);
    }
    return {
      ...filing,
      type: 'company',
      content: {
        sections: sections
          .filter(({ lines }) => lines.length > 0)
          .map(({ title, lines }) => ({
            title,
            elements: lines.map((text) => ({ type: 'paragraph', text, spans: [] })),
          })),
      },
    };
  });
}

const isHeading = (line: string) =>
  HEADING.test(line) && !NO_HEADING.test(line) && (CAPITALS.test(line) || /^item \d/i.test(line));

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Returns the text of blocks and table rows, one a line. */
function linesOf(html: string): string[] {
  return html
    .replace(/<(script|style|ix:header)\b[^]*?<\/\1>/gi, '')
    .replace(/<\/?(?:p|div|tr|br|table|li|ul|hr)\b[^>]*>/gi, '\n')
    .replace(/<\/td>/gi, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(x?)([\da-f]+);/gi, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)),
    )
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}
