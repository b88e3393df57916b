import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { DocumentInput } from '../../kinds/document/record.ts';
import { parseHtmlFile } from '../../kinds/document/html-file.ts';

const PAGES = join(import.meta.dirname, 'older-pages');

/**
 * The parts and items of each page, and words at the beginning of their text. We wrote the pages, in the typography of
 * filings of those years.
 */
const EXPECTED: Record<string, [item: string, words: string][]> = {
  '1996-10q-text.txt': [
    ['I 1', 'CONDENSED BALANCE SHEETS'],
    ['I 2', 'Net sales of the second quarter'],
    ['II 1', 'a customer sued'],
    ['II 4', 'At the annual meeting'],
    ['II 6', 'Financial Data Schedule'],
  ],
  '1997-8k-text.txt': [
    ['2', 'bought all shares'],
    ['7', 'Financial statements of the business acquired'],
  ],
  '1998-10k-pre.htm': [
    ['I 1', 'makes gears for clocks'],
    ['I 2', 'owns its works'],
    ['I 3', 'None.'],
    ['I 4', 'No matter was submitted'],
    ['II 5', 'symbol COGW'],
    ['II 7', 'Sales were $41 million'],
    ['II 8', '29,874'],
    ['III 10', 'proxy statement'],
    ['IV 14', 'index to the statements'],
  ],
  '2000-10q-font.htm': [
    ['I 1', 'Revenues'],
    ['I 2', 'Revenues from turbines'],
    ['I 3', 'hedges no currencies'],
    ['II 1', 'no changes since'],
    ['II 6', 'Exhibit 27'],
  ],
  '2001-8k-tables.htm': [
    ['4', 'chose other accountants'],
    ['7', 'Letter of the former accountants'],
  ],
  '2002-10k-toc.htm': [
    ['I 1', 'stores energy in wheels'],
    ['I 2', 'our plant in Hull'],
    ['I 3', 'not a party'],
    ['II 6', 'Net loss'],
    ['II 7', 'less steel'],
    ['II 7A', 'fixed rates'],
    ['II 9', 'None.'],
    ['III 13', 'owns the building'],
  ],
  '2003-10q-plain.htm': [
    ['I 1', 'had no sales'],
    ['I 2', 'first gearbox'],
    ['I 3', 'reviewed the controls'],
    ['II 1', 'None.'],
    ['II 2', 'None.'],
    ['II 3', 'None.'],
    ['II 6', 'Certificate of the president'],
  ],
  '2004-8k-new-numbers.htm': [
    ['1.01', 'supply nails'],
    ['2.03', 'applies here too'],
    ['9.01', 'Supply agreement'],
  ],
  '2006-10q-divs.htm': [
    ['I 1', 'notes belong'],
    ['I 2', 'Copper cost more'],
    ['I 3', 'A rise of 10%'],
    ['I 4', 'controls worked'],
    ['II 1A', 'those of our annual report'],
    ['II 2', 'July 2006'],
    ['II 6', 'Certificate of the chief'],
  ],
  '1996-10k-centered.txt': [
    ['I 1', 'copper kettles'],
    ['I 2', '40,000'],
    ['I 3', 'There are none'],
    ['II 5', '900 holders'],
    ['II 6', '8,102'],
    ['II 8', 'page F-1'],
    ['III 10', 'proxy statement contains'],
    ['IV 14', 'index on page'],
  ],
  '1998-8k-not-applicable.txt': [
    ['1', 'Not applicable'],
    ['2', 'Not applicable'],
    ['3', 'Not applicable'],
    ['5', 'two for one'],
    ['7', 'Release of June'],
  ],
  '1999-10q-page-heads.htm': [
    ['I 1', '3,204'],
    ['I 2', 'More millers'],
    ['II 4', 'holders met'],
    ['II 6', 'No reports'],
  ],
  '2001-10ksb-caps.htm': [
    ['I 1', 'nails by mail'],
    ['I 2', 'one room'],
    ['II 6', 'Sales doubled'],
    ['II 7', 'statements follow'],
    ['III 13', 'no exhibits'],
  ],
  '2005-10q-headings.htm': [
    ['I 1', 'valued at cost'],
    ['I 2', 'small ovens'],
    ['II 5', 'nothing else'],
    ['II 6', 'Certificate of the treasurer'],
  ],
  '2007-8k-nested.htm': [
    ['5.03', 'ends in June'],
    ['9.01', 'Bylaws of March'],
  ],
  '2008-8k-run-in.htm': [
    ['2.02', 'results for the first quarter'],
    ['5.02', 'retires in June'],
    ['8.01', 'raised the dividend'],
    ['9.01', '(d) Exhibits'],
  ],
};

interface Section {
  title: string;
  elements: unknown[];
}

/** The items of a page as `<part> <item>`, with their text. */
function itemsOf(file: string): { item: string; text: string }[] {
  const read = parseHtmlFile(readFileSync(join(PAGES, file), 'latin1'), file, { date: '2024-01-01' });
  if ('reason' in read) throw new Error(read.reason);
  const { sections } = (read.record as DocumentInput & { content: { sections: Section[] } }).content;
  let part = '';
  let open: { item: string; text: string } | undefined;
  const found: { item: string; text: string }[] = [];
  for (const { title, elements } of sections) {
    const text = JSON.stringify(elements);
    const named = /^part\s+(i{1,3}|iv)\b/i.exec(title)?.[1];
    const number = /^items?\s*(\d+[a-d]?(?:\.\d\d)?)/i.exec(title)?.[1];
    if (named !== undefined) part = `${named.toUpperCase()} `;
    if (number !== undefined) found.push((open = { item: part + number.toUpperCase(), text }));
    else if (named !== undefined || /^signatures?$/i.test(title)) open = undefined;
    else if (open) open.text += text;
  }
  return found;
}

it.each(Object.entries(EXPECTED))('finds the items of a page in the style of %s', (file, expected) => {
  const found = itemsOf(file);
  expect(found.map(({ item }) => item)).toEqual(expected.map(([item]) => item));
  for (const [i, [, words]] of expected.entries()) expect(found[i]!.text).toContain(words);
});

it('knows the items of every page', () => {
  expect(readdirSync(PAGES).sort()).toEqual(Object.keys(EXPECTED).sort());
});
