import { dayText, short, valueText } from '../../chart/format.ts';
import { movedView, ruleAt } from '../../chart/pen.ts';
import { svg } from '../../text/markup.ts';
import { sourceLine } from '../../parts/links.ts';
import { sparkMarks } from '../../parts/spark.ts';
import type { Look } from '../../inputs/options.ts';
import { sheetOf } from '../../chart/sheet.ts';
import { plainText } from '../../text/text.ts';
import { fonts, wrapText } from '../../text/width.ts';
import { say } from '../../words/say.ts';
import type { ComparisonData } from '../small-multiples/data.ts';
import { leftOutWords } from '../small-multiples/words.ts';
import { stackedRows, withoutPlot, type Picture } from '../widget.ts';
import { hasSources, lineSpan, rankedOf, rankingRange } from './data.ts';

/** Pixels: a line of text, the space around the lines of a row, and the place of names. */
const LINE = 17;
const AROUND = 12;
const NAME = 36;
/** The height of the line of a company. */
const SPARK = 30;

/** Companies by valuation as rows: rank, name and source beside value, day and change. No text is cut. */
export function rankingPicture(data: ComparisonData, look: Look, room: number): Picture {
  const sheet = sheetOf(room, look);
  const ranked = rankedOf(data);
  const half = (room - NAME) / 2 - AROUND;
  const wrap = (text: string) => wrapText(text, half, fonts.label);
  const pen = { width: half, height: SPARK };
  const sourced = hasSources(ranked);
  const rows = ranked.map((one) => {
    const { company, points, last, rank, change } = one;
    const name = wrap(plainText(company.name));
    const source = last.source ? sourceLine(last.source).text : say('Not given');
    const kind = last.estimate ? `, ${say('estimate')}` : '';
    const by =
      typeof change === 'string'
        ? change
        : `${change.text} ${say('on the previous valuation, {day}', { day: change.before })}`;
    const left = [...name, ...(sourced ? wrap(`${say('Source')}: ${source}`) : [])];
    const since = say('since {day}', { day: dayText(last.date) }) + kind;
    const right = [short(last.value, data.currency), ...[since, by].flatMap(wrap)];
    const line = data.sparklines ? sparkMarks(points, lineSpan(ranked, one, data), { pen }) : undefined;
    const height = Math.max(left.length * LINE + (line ? SPARK + AROUND : 0), right.length * LINE) + AROUND;
    return { rank, left, right, named: name.length, line, height };
  });
  type Row = (typeof rows)[number];
  const rowView = ({ rank, left, right, named, line, height }: Row, top: number) => {
    const y = (i: number) => top + (i + 1) * LINE;
    return svg`${ruleAt(top + height, room)}
      ${sheet.text({ x: 0, y: y(0), className: 'strong' }, String(rank))}
      ${left.map((text, i) => sheet.text({ x: NAME, y: y(i), className: i < named ? 'ink' : undefined }, text))}
      ${line && movedView(sheet.left(NAME, pen.width), y(left.length) - AROUND / 2, line)}
      ${right.map((text, i) => sheet.text({ x: room, y: y(i), className: i === 0 ? 'strong' : undefined, ends: true }, text))}`;
  };
  const view = (height: number) => {
    const { parts, top, rest } = stackedRows(rows, { top: 0, height, line: LINE }, rowView);
    const more = () => sheet.text({ x: NAME, y: top + LINE }, say('and {rest} more', { rest }));
    return rest > 0 ? [...parts, more()] : parts;
  };
  const needed = rows.reduce((sum, { height }) => sum + height, 0);
  const values = ranked.map(
    ({ company, last }) => `${plainText(company.name)} ${valueText(last, data.currency, 'estimate')}`,
  );
  return {
    ...withoutPlot,
    title: say('Ranked by valuation'),
    subtitle: rankingRange(ranked, data),
    summary: [
      [say('Ranked by valuation'), values.join(', ')].filter((text) => text !== '').join(': '),
      ...leftOutWords(data),
    ].join('. '),
    unit: data.currency,
    notes: leftOutWords(data),
    sources: [],
    empty: say('No company has a value.'),
    ...(ranked.length > 0 && { body: { height: needed, least: needed, view } }),
  };
}
