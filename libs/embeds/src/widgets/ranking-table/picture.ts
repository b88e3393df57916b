import { dayText, short, valueText } from '../../chart/format.ts';
import { svg } from '../../markup.ts';
import { plainText } from '../../text.ts';
import { say } from '../../words/say.ts';
import type { ComparisonData } from '../small-multiples/data.ts';
import { leftOutWords } from '../small-multiples/words.ts';
import { withoutPlot, type Picture } from '../widget.ts';
import { rankedOf, rankingRange, type Ranked } from './data.ts';

/** Pixels: the height of a row, the base line of its text, and a character. */
const ROW = 26;
const BASE = 17;
const CHARACTER = 6.6;
/** A picture that is narrower has neither change nor source. */
const WIDE = 520;

/** Where columns begin or end, as shares of the width. */
const columnsOf = (room: number) =>
  room < WIDE
    ? { name: 0.1, value: 0.6, since: 0.64, change: undefined, source: undefined }
    : { name: 0.07, value: 0.45, since: 0.47, change: 0.76, source: 0.79 };

/** Companies by valuation as rows: rank, name, value with its day, change in a year, and source. */
export function rankingPicture(data: ComparisonData, _look: unknown, room: number): Picture {
  const ranked = rankedOf(data);
  const columns = columnsOf(room);
  const at = (share: number) => Math.round(share * room);
  const fit = (text: string, from: number, to: number) =>
    plainText(text, Math.max(1, Math.floor(((to - from) * room) / CHARACTER) - 1));
  const { change, source } = columns;
  const nameEnd = columns.value - (room < WIDE ? 0.2 : 0.13);
  const rowView = ({ company, last, rank, change: by }: Ranked, i: number) => {
    const y = (i + 1) * ROW;
    const day = dayText(last.date);
    // A phone has no room for more than the day.
    const since = `${change === undefined ? day : say('since {day}', { day })}${last.estimate ? `, ${say('est.')}` : ''}`;
    return svg`
      <line x1="0" x2=${room} y1=${y} y2=${y} />
      <text class="strong" x="0" y=${y + BASE}>${rank}</text>
      <text class="ink" x=${at(columns.name)} y=${y + BASE}>${fit(company.name, columns.name, nameEnd)}</text>
      <text class="strong" x=${at(columns.value)} y=${y + BASE} text-anchor="end">${short(last.value, data.currency)}</text>
      <text x=${at(columns.since)} y=${y + BASE}>${fit(since, columns.since, change === undefined ? 1 : 0.7)}</text>
      ${
        change === undefined || source === undefined
          ? undefined
          : svg`<text class="ink" x=${at(change)} y=${y + BASE} text-anchor="end">${typeof by === 'string' ? by : by.text}</text>
            <text class="ink" x=${at(source)} y=${y + BASE}>${fit(last.source ? last.source.title || last.source.url : say('Not given'), source, 1.02)}</text>`
      }`;
  };
  const rows = (count: number) => {
    const shown = ranked.length > count ? ranked.slice(0, Math.max(0, count - 1)) : ranked;
    const after = (shown.length + 1) * ROW;
    return svg`
      <text x=${at(columns.name)} y=${BASE}>${say('Company')}</text>
      <text x=${at(columns.value)} y=${BASE} text-anchor="end">${say('Valuation')}</text>
      ${
        change === undefined || source === undefined
          ? undefined
          : svg`<text x=${at(change)} y=${BASE} text-anchor="end">${fit(say('Change on the previous valuation'), columns.since + 0.06, change)}</text>
            <text x=${at(source)} y=${BASE}>${say('Source')}</text>`
      }
      ${shown.map(rowView)}
      ${
        shown.length < ranked.length
          ? svg`<line x1="0" x2=${room} y1=${after} y2=${after} />
            <text x=${at(columns.name)} y=${after + BASE}>${say('and {rest} more', { rest: ranked.length - shown.length })}</text>`
          : undefined
      }`;
  };
  const values = ranked.map(
    ({ company, last }) => `${plainText(company.name, 60)} ${valueText(last, data.currency, 'estimate')}`,
  );
  return {
    ...withoutPlot,
    title: say('Ranked by valuation'),
    subtitle: rankingRange(ranked, data.currency),
    summary: [say('Ranked by valuation'), values.join(', ')].filter((text) => text !== '').join(': '),
    unit: data.currency,
    notes: leftOutWords(data),
    sources: [],
    empty: say('No company has a value.'),
    ...(ranked.length > 0 && {
      body: {
        height: (ranked.length + 1) * ROW,
        view: (height: number) => rows(Math.max(1, Math.floor(height / ROW) - 1)),
      },
    }),
  };
}
