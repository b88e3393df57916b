import { plainText } from '../text/text.ts';

/** A note at a day of a plot, or about a range of days. */
export type Note = { date: string; until?: string; label: string };

/** The most notes of a plot, and the characters of all, which are not cut. */
const MAX_NOTES = 8;
const MAX_CHARACTERS = 600;

// Not that of the shared library, whose checks would be a part of the script of every chart.
const isDate = (text: string) => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** Reads notes such as `2024-03-15 Tender offer; 2020-03-01 to 2021-06-30 Pandemic`. Returns undefined for other texts. */
export function readMarks(text: string): Note[] | undefined {
  const parts = text.split(';').map((part) => part.trim());
  if (parts.length > MAX_NOTES) return undefined;
  const notes = parts.map((part): Note | undefined => {
    const [, date, until, words] =
      /^(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))? (?!to \d{4}-\d\d-\d\d)(.+)$/.exec(part) ?? [];
    if (date === undefined || !isDate(date)) return undefined;
    if (until !== undefined && (!isDate(until) || until <= date)) return undefined;
    return { date, ...(until !== undefined && { until }), label: plainText(words!, MAX_CHARACTERS) };
  });
  return notes.every((note) => note !== undefined) ? notes : undefined;
}
