import { isCurrency } from '../mapping/currencies.ts';
import type { Columns } from './fields.ts';
import {
  amountField,
  COUNTRY,
  dateField,
  domainRule,
  idField,
  NAME,
  valuesRule,
  type DraftedField,
} from './fields.ts';
import { share, UNCLEAR, unitsOf } from './shapes.ts';

const ROUND = [
  /^(funding )?(round|series|stage)( type| name)?$/,
  /\b(round|funding) type\b/,
  /^(type|round)$/,
];
const AMOUNT = [
  /^(amount|money) raised\b|^raised( amount)?\b|^amount\b|^(round )?size\b/,
  /\braised\b/,
  /^funding\b/,
];
const DATE = [
  /^(announced|funded|closed|round|funding)( at| on| date)?$/,
  /\b(announced|funded)\b/,
  /^date$/,
  /\bdate\b/,
];
const ACQUIRER = [/^(acquirer|buyer|acquired by)( name)?$/];

const ID = [/^(company|organi[sz]ation|org|startup) (id|uuid|permalink)$/];

/** Returns whether a table seems to have acquisitions or funding rounds. */
export const isEvents = (columns: Columns): boolean =>
  columns.find(ACQUIRER) !== undefined ||
  (columns.find(ROUND) !== undefined &&
    columns.find(AMOUNT) !== undefined &&
    columns.find(DATE) !== undefined);

/** Drafts the fields of acquisitions or funding rounds. */
export function draftEvent(columns: Columns): DraftedField[] {
  const isAcquisition = columns.find(ACQUIRER) !== undefined;
  const domain = domainRule(columns, 'company');
  const name = columns.field('company_name', NAME);
  const ask = 'the table has no websites: rows find their companies by name';
  const id = idField(columns, 'company_external_id', ID);
  const country =
    name.length > 0 ? columns.field('company_country', [/^company country( code)?$/, ...COUNTRY]) : [];
  const company =
    domain.length + id.length > 0 ? [...domain, ...name] : name.map((each) => ({ ...each, ask }));
  return [...id, ...company, ...country, ...(isAcquisition ? acquisition(columns) : round(columns))];
}

function acquisition(columns: Columns): DraftedField[] {
  const acquirer = columns.field('data.data.acquirer', ACQUIRER);
  const by = acquirer.map(({ rule }) => ({
    field: 'data.name',
    rule: { text: `Acquired by {${rule as string}}` },
  }));
  return [
    { field: 'event_type', rule: { constant: 'company_milestone' } },
    { field: 'data.type', rule: { constant: 'acquisition' } },
    ...by,
    ...dateField(columns, 'data.announced_date', [/^acquired( at| on| date)?$/, ...DATE]),
    { field: 'data.status', rule: { constant: 'closed' } },
    ...acquirer,
    ...amountField(columns, 'data.data.price', [/^price( amount)?\b|^amount\b|^deal (size|value)\b/], false),
    ...currency(columns, 'data.data.currency'),
  ];
}

function round(columns: Columns): DraftedField[] {
  const type = columns.find(ROUND);
  if (type) columns.used.add(type.name);
  const amount = amountField(columns, 'data.amount_raised', AMOUNT, true);
  const named = currency(columns, 'data.currency');
  const [rule] = amount.map((each) => each.rule);
  const isMoney = typeof rule === 'object' && rule['money'] === true;
  const { currency: ofColumn = UNCLEAR } = typeof rule === 'object' ? unitsOf(String(rule['column'])) : {};
  const stated = ofColumn === UNCLEAR ? undefined : ofColumn;
  const constant: DraftedField[] =
    named.length > 0 || isMoney
      ? []
      : [
          {
            field: 'data.currency',
            rule: { constant: stated ?? 'USD' },
            ...(stated === undefined && { ask: 'currency of all amounts?' }),
          },
        ];
  const fields: DraftedField[] = [
    { field: 'event_type', rule: { constant: 'funding_round' } },
    ...(type ? [{ field: 'data.name', rule: valuesRule(type, nameOf, '')?.rule ?? type.name }] : []),
    ...(type
      ? [{ field: 'data.round_type', ...(valuesRule(type, roundOf, 'round types') ?? { rule: type.name }) }]
      : []),
    ...dateField(columns, 'data.announced_date', DATE),
    ...amount,
    ...named,
    ...constant,
    ...amountField(columns, 'data.valuation', [/\bvaluation\b/], true),
    { field: 'data.status', rule: { constant: 'closed' } },
  ];
  return fields;
}

const currency = (columns: Columns, field: string): DraftedField[] =>
  columns.field(field, [/\bcurrency\b/], undefined, (values) => share(values, isCurrency) > 0.9);

/** `series-a` becomes "Series A"; a name that is written as one already stays. */
function nameOf(value: string): string | undefined {
  if (!/^[a-z0-9+_-]+$/.test(value)) return undefined;
  return value
    .split(/[-_]/)
    .map((word) => (word.length > 1 ? word[0]!.toUpperCase() + word.slice(1) : word.toUpperCase()))
    .join(' ');
}

/** The round types of the API, and those that are almost the same. */
function roundOf(value: string): unknown {
  const plain = value
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  const series = /^series ([a-n])\d?$/.exec(plain) ?? /^([a-h]) round$/.exec(plain);
  if (series) return `series_${series[1]}`;
  if (/^seed$/.test(plain)) return 'seed';
  const almost = /^(angel|pre seed)/.test(plain)
    ? 'seed'
    : /private equity|^growth/.test(plain)
      ? 'growth'
      : undefined;
  if (almost !== undefined) return { value: almost, warning: `"${value}" is read as ${almost}` };
  return /crowd/.test(plain) ? 'crowdfunding' : undefined;
}
