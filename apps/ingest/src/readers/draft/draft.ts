import { basename } from 'node:path';
import { isDate, type MappingQuestion } from '@dossier/shared';
import { stringify } from 'yaml';
import { findKind } from '../../kinds/index.ts';
import type { Kind } from '../../kinds/kind.ts';
import { dottedFields, hasField, isRequired } from '../../rows/schema.ts';
import { cleaned } from '../mapping/clean.ts';
import { draftCompany } from './company.ts';
import { draftEvent, isEvents } from './event.ts';
import { draftMetric, isMetrics, unitsIn } from './metric.ts';
import { draftFiling, draftNews, isFilings, isNews } from './publication.ts';
import { Columns, plainName, type DraftedField } from './fields.ts';
import type { TableSample } from './table.ts';
import { cut } from '../../rows/cut.ts';

/** A drafted mapping, as a file. */
export interface Draft {
  kind: Kind;
  text: string;
  /** Questions in its comments. */
  questions: MappingQuestion[];
}

/**
 * Drafts a mapping from a sample of a table. What a person has to decide is a comment that begins with `DECIDE`.
 * @param kind the kind of the records; undefined to recognize it
 */
export function draftMapping(sample: TableSample, path: string, given?: Kind): Draft {
  const columns = new Columns(sample.columns);
  const units = unitsIn(columns);
  const [recognized] = DRAFTS.find(([, { fits }]) => fits(columns))!;
  const kind = given ?? findKind(recognized)!;
  const drafted = new Map(DRAFTS).get(kind.name)?.draft(columns, basename(path)) ?? [];
  const fields = [...drafted, ...sameNames(columns, kind, drafted)];
  const asked = new Set(fields.map(({ field }) => field));
  const missing = dottedFields(kind.record).filter(
    (field) =>
      !field.includes('.') &&
      isRequired(kind.record, field) &&
      ![...asked].some((each) => each.split('.')[0] === field),
  );
  const hasEmpty = sample.columns.some(({ values }) => values.some((value) => cleaned(value, true) === ''));
  const { encoding, rows } = sample;
  const head = [
    `# ${path}: drafted from its first ${sample.count} rows. Check it with: npm run ingest -- mapping check <this file> ${path}`,
    ...(given ? [] : [`# DECIDE: are the rows ${kind.plural}?`]),
    `kind: ${kind.name}`,
    ...(rows === undefined ? [] : [`rows: ${scalar(rows)}`]),
    ...(encoding === undefined ? [] : ['# DECIDE: are letters with accents right?', `encoding: ${encoding}`]),
    ...sourceOf(kind, path, sample.written),
    ...matchOf(fields),
    ...rejected(columns, kind.name === 'metric' ? units : undefined),
    ...(hasEmpty ? ['clean: true'] : []),
    'fields:',
  ];
  const lines = fields.flatMap(({ field, rule, ask }) => [
    ...(ask === undefined ? [] : [`  # DECIDE: ${ask}`]),
    `  ${field}: ${scalar(rule)}`,
  ]);
  const left = missing.map((field) => `  # DECIDE: ${field} is required: ${field}: <column>`);
  const unused = sample.columns.filter(({ name }) => !columns.used.has(name));
  const tail =
    unused.length === 0
      ? []
      : [
          '# Columns that no rule reads:',
          ...unused.map(({ name, values }) => `#   ${shown(name)}: ${shown(values[0]!)}`),
        ];
  const text = `${[...head, ...lines, ...left, ...tail].join('\n')}\n`;
  return { kind, text, questions: questionsIn(text) };
}

function questionsIn(text: string): MappingQuestion[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const [, question] = /^\s*# DECIDE: (.*)/.exec(line) ?? [];
    const next = lines[i + 1] ?? '';
    const isRule = next !== '' && !next.trimStart().startsWith('#');
    return question === undefined ? [] : [{ question, line: i + 2, drafted: isRule ? next : null }];
  });
}

/** The kinds that are drafted, in the order in which a table is recognized. */
const DRAFTS: [
  kind: string,
  { fits: (columns: Columns) => boolean; draft: (columns: Columns, file: string) => DraftedField[] },
][] = [
  ['filing', { fits: isFilings, draft: draftFiling }],
  ['news', { fits: isNews, draft: draftNews }],
  ['event', { fits: isEvents, draft: draftEvent }],
  ['metric', { fits: isMetrics, draft: draftMetric }],
  ['company', { fits: () => true, draft: draftCompany }],
];

const has = (fields: DraftedField[], ...names: string[]): boolean =>
  fields.some(({ field }) => names.includes(field));

const A_DAY = /(?<!\d)((?:19|20)\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)(?!\d)/;

/**
 * Returns the source of the rows and the day on which it was made: that in the name of the file, else that on which the file
 * was written. The files of one source have its name in common: `acme-rounds.csv` is one of acme.
 */
function sourceOf(kind: Kind, path: string, written: string | undefined): string[] {
  if (!hasField(kind.record, 'source')) return [];
  const [, ...parts] = A_DAY.exec(basename(path)) ?? [];
  const named = parts.join('-');
  const day = isDate(named) ? named : written;
  const words = basename(path)
    .replace(/\..*$/, '')
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(
      (word) =>
        !/^(companies|company|rounds?|funding|acquisitions?|events?|organi[sz]ations?|list|export|data|\d*)$/i.test(
          word,
        ),
    );
  const name = words.join('-').toLowerCase() || 'vendor';
  return [
    '# DECIDE: the source of the rows, the same for all its files, and the day on which it made them',
    `source: ${scalar(name)}`,
    ...(day === undefined ? [] : [`as_of: ${day}`]),
  ];
}

/** How rows find their companies that state neither website nor CIK. */
function matchOf(fields: DraftedField[]): string[] {
  if (
    !has(fields, 'company_name') ||
    has(fields, 'domain', 'cik', 'company', 'company_cik', 'company_ticker')
  )
    return [];
  if (has(fields, 'company_external_id'))
    return [
      '# The ids find companies that were loaded with them from the same source.',
      'match: [external_id]',
    ];
  const ways = has(fields, 'external_id') ? '[external_id, name]' : '[name]';
  return ['# A name alone may find another company: ingest matches lists what it found.', `match: ${ways}`];
}

/** Rows of lists of securities that are no companies. */
const NO_COMPANY: [name: RegExp, reason: string][] = [
  [/^etf$/, 'fund: an ETF is listed, not a company'],
  [/^test issue$/, 'test issue: no company is listed'],
];

function rejected(columns: Columns, units: ReturnType<typeof unitsIn>): string[] {
  const lines = NO_COMPANY.flatMap(([name, reason]) => {
    const column = columns.find([name], (values) => values.every((value) => /^[YN]$/.test(value)));
    if (!column) return [];
    columns.used.add(column.name);
    return [`  - ${scalar({ column: column.name, is: 'Y', reason })}`];
  });
  if (units && units.others.length > 0) {
    const reason = `unit: the mapping reads ${units.main} only`;
    lines.push(`  - ${scalar({ column: units.column.name, is: units.others, reason })}`);
  }
  return lines.length === 0 ? [] : ['reject:', ...lines];
}

/** Columns that are called like a field. */
function sameNames(columns: Columns, kind: Kind, drafted: DraftedField[]): DraftedField[] {
  const taken = new Set(drafted.map(({ field }) => field.split('.')[0]));
  return dottedFields(kind.record).flatMap((field) => {
    const last = field.split('.').at(-1)!;
    const found = columns.all.find(
      ({ name }) => !columns.used.has(name) && plainName(name) === plainName(last),
    );
    const isOwn = kind.name !== 'company' && kind.name !== 'event';
    if (!found || !isOwn || taken.has(field.split('.')[0])) return [];
    columns.used.add(found.name);
    return [{ field, rule: found.name }];
  });
}

const scalar = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, singleQuote: true })
    .trim()
    .replace(/(?<=\bscale: 1)0+(?=\D|$)/, (zeros) => `e${zeros.length}`);

/** A text of the data in a comment: one line, not too long. */
const shown = (text: string): string => JSON.stringify(cut(text, 60));
