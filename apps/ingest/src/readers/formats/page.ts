import { readAll } from '../../files/read-whole.ts';
import type { PageFormat, ReadDefaults } from '../../kinds/kind.ts';
import type { Parsed } from '../../rows/types.ts';
import type { Format, Source } from '../reader.ts';

/** A kind's own format of files that hold one record each, such as Markdown. */
export const pageFormat = (page: PageFormat, defaults: ReadDefaults): Format => ({
  extensions: page.extensions,
  begins: (head) => page.begins.test(head),
  read: (source) => readPage(source, page, defaults),
});

async function* readPage(
  { name: file, text, modified }: Source,
  format: PageFormat,
  defaults: ReadDefaults,
): AsyncGenerator<Parsed> {
  // A page is repaired in its own file, so its rejects keep no text.
  const place = { file, row: 1, raw: null };
  const whole = await readAll(text);
  const isDateOfFile = defaults.date === 'file';
  const date = isDateOfFile ? modified?.toISOString().slice(0, 10) : defaults.date;
  const read = { ...defaults, date, isDateOfFile };
  const page = format.parse('reason' in whole ? whole.raw : whole.text, file, read);
  const given = 'reason' in page ? page.given : [page.record];
  if ('reason' in whole) yield { ...place, reason: whole.reason, given };
  else if (whole.text.includes('\u0000'))
    yield { ...place, reason: 'invalid text: the page has the character U+0000', given };
  else if ('reason' in page) yield { ...place, reason: page.reason, given };
  else yield { ...place, value: page.record, warnings: page.warnings };
}
