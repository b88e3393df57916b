import { dayText } from '../chart/format.ts';
import { LINE } from '../chart/legend.ts';
import type { Dated, Source } from '../inputs/data.ts';
import { sourceLine } from '../parts/links.ts';
import { distinct, FROM, ownSource } from '../parts/views.ts';
import { plainText } from '../text/text.ts';
import type { Picture } from '../widgets/widget.ts';
import { say } from '../words/say.ts';

/** A picture without a height of its own has at most this many notes: a PNG of a thousand would take 200 MB of memory. */
const MAX_NOTES = 60;
/** A picture names this many sources. */
const MAX_SOURCES = 3;

/**
 * Returns the lines below the plot. Without room for all in a picture of a given height, a line says how many notes of the
 * widget are missing.
 */
export function notesOf(
  { notes, sources }: Picture,
  { until, asOf, from, editorial: { note, byline, source } = {} }: Dated,
  room: number | undefined,
): string[] {
  const asOfWords = until ? 'Data as of {day}; later values are left out.' : 'Data as of {day}.';
  const day = asOf === null ? [] : [withoutStop(say(asOfWords, { day: dayText(plainText(asOf, 30)) }))];
  const first = from == null ? [] : [withoutStop(say(FROM, { day: dayText(plainText(from, 30)) }))];
  const publishers = [
    ...(note === undefined ? [] : [note]),
    ...(byline === undefined ? [] : [say('By {name}', { name: byline })]),
  ];
  const always = [...publishers, ...sourceNotes([ownSource(source), ...sources]), ...day, ...first];
  const most = room === undefined ? MAX_NOTES : Math.max(0, Math.floor(room / LINE) - always.length);
  if (notes.length <= most || most === 0) return [...notes.slice(0, most), ...always];
  // In a picture of a given height, the number of the others takes the place of a note.
  const kept = room === undefined ? most : most - 1;
  return [...notes.slice(0, kept), say('and {rest} more', { rest: notes.length - kept }), ...always];
}

const withoutStop = (text: string) => text.replace(/[.。]$/, '');

/** Returns the line of sources: as many names as have room, and how many more there are. */
function sourceNotes(sources: readonly (Source | null)[]): string[] {
  const names = distinct(sources).map((source) => sourceLine(source).text);
  if (names.length === 0) return [];
  const rest = names.length - MAX_SOURCES;
  const shown = [...names.slice(0, MAX_SOURCES), ...(rest > 0 ? [say('and {rest} more', { rest })] : [])];
  const list = shown.join('; ');
  return [
    withoutStop(say('Sources: {sources}.', { count: names.length, sources: list }, 'Source: {sources}.')),
  ];
}
