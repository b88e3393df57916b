import { isCurrency } from '../mapping/currencies.ts';
import { companyOf } from './company-of.ts';
import { amountField, dateField, NAME, valuesRule, type Columns, type DraftedField } from './fields.ts';
import { share, UNCLEAR, unitsOf } from './shapes.ts';

const ROUND = [
  /^(funding |financing |investment |deal )?(round|series|stage)( type| name)?$/,
  /\b(round|funding|investment|financing|deal) type\b/,
  /^(type|round)$/,
];
const AMOUNT = [
  /^(amount|money) raised\b|^raised( amount)?\b|^amount\b|^(round |deal )?size\b/,
  /\braised\b/,
  /^funding\b/,
];
const DATE = [
  /^(announced|funded|closed|round|funding|deal)( at| on| date)?$/,
  /\b(announced|funded)\b/,
  /^date$/,
  /\bdate\b/,
];
const ACQUIRER = [/^(acquirer|buyer|acquired by)( name)?$/];

const ACQUIRED = [/^(acquired|target)( company)?( name)?$|^(acquiree|company acquired)( name)?$/, ...NAME];
const RATIO = [/^(stock )?(split )?ratio$|^(stock )?split$|^split factor$/];
const LISTED = [/^(ipo|listing|pricing|first trade|debut)( date)?$|^date (priced|of ipo)$/];
const OFFER = [/^(ipo |offer |offering |issue )?price\b/];

/** Events of one kind, in the order in which they are recognized. */
const FORMS: { fits: (columns: Columns) => boolean; draft: (columns: Columns) => DraftedField[] }[] = [
  {
    fits: (columns) => columns.find(ACQUIRER) !== undefined,
    draft: (columns) => [...companyOf(columns, ACQUIRED), ...acquisition(columns)],
  },
  {
    fits: (columns) => columns.find(RATIO) !== undefined && columns.find(EFFECTIVE) !== undefined,
    draft: (columns) => [...companyOf(columns), ...split(columns)],
  },
  {
    fits: (columns) => columns.find(LISTED) !== undefined && columns.find(OFFER) !== undefined,
    draft: (columns) => [...companyOf(columns), ...listing(columns)],
  },
  {
    fits: (columns) => [ROUND, AMOUNT, DATE].every((names) => columns.find(names) !== undefined),
    draft: (columns) => [...companyOf(columns), ...round(columns)],
  },
];

/** Returns whether a table seems to have acquisitions, splits, stock market listings or funding rounds. */
export const isEvents = (columns: Columns): boolean => FORMS.some(({ fits }) => fits(columns));

/** Drafts the fields of events; of funding rounds if no others are recognized. */
export const draftEvent = (columns: Columns): DraftedField[] =>
  (FORMS.find(({ fits }) => fits(columns)) ?? FORMS.at(-1)!).draft(columns);

const EFFECTIVE = [/^(ex|effective|split|payable|execution)( date)?$/, ...DATE];

function split(columns: Columns): DraftedField[] {
  const ratio = columns.field('data.data.ratio', RATIO);
  const [date] = dateField(columns, 'data.announced_date', EFFECTIVE);
  return [
    { field: 'event_type', rule: { constant: 'corporate_action' } },
    { field: 'data.type', rule: { constant: 'stock_split' } },
    ...ratio.map(({ rule }) => ({ field: 'data.name', rule: { text: `Stock split {${rule as string}}` } })),
    ...(date ? [date, { field: 'data.effective_date', rule: date.rule }] : []),
    { field: 'data.status', rule: { constant: 'closed' } },
    ...ratio,
  ];
}

function listing(columns: Columns): DraftedField[] {
  return [
    { field: 'event_type', rule: { constant: 'company_milestone' } },
    { field: 'data.type', rule: { constant: 'ipo' } },
    { field: 'data.name', rule: { constant: 'Initial public offering' } },
    ...dateField(columns, 'data.announced_date', LISTED),
    { field: 'data.status', rule: { constant: 'closed' } },
    ...columns.field('data.data.venue', [/^(stock )?(exchange|venue|market)$/]),
    ...amountField(columns, 'data.data.offer_price', OFFER, true),
    ...currency(columns, 'data.data.currency'),
  ];
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
    status(columns),
    ...acquirer,
    ...amountField(
      columns,
      'data.data.price',
      [/^(purchase )?price( amount)?\b|^amount\b|^(deal|transaction) (size|value|amount)\b|^consideration\b/],
      true,
    ),
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
    status(columns),
  ];
  return fields;
}

/** Drafts how far an event has come. Without a column, the events have taken place. */
function status(columns: Columns): DraftedField {
  const names = [/^((deal|transaction|round|funding|event) )?status$/];
  const [found] = columns.field('data.status', names, (column) =>
    valuesRule(column, statusOf, 'announced, closed or cancelled for'),
  );
  return found ?? { field: 'data.status', rule: { constant: 'closed' } };
}

/** How far an event has come, in the words of sources. */
const STATUS = {
  closed:
    'closed|complete|completed|done|final|finalized|effective|funded|successful|abgeschlossen|vollzogen|finalisé|finalisée|réalisé|réalisée|conclu|cerrada|cerrado|completada|completado|完了|已完成|完成',
  announced:
    'announced|pending|open|proposed|planned|in progress|expected|signed|angekündigt|geplant|offen|annoncé|annoncée|en cours|anunciada|anunciado|pendiente|発表|予定|已公布|已宣布|进行中',
  cancelled:
    'cancelled|canceled|terminated|withdrawn|failed|abandoned|abgebrochen|abgesagt|annulé|annulée|abandonné|cancelada|cancelado|中止|已取消|已终止',
};

const statusOf = (value: string): string | undefined =>
  Object.entries(STATUS).find(([, words]) => words.split('|').includes(value.toLowerCase()))?.[0];

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
    .replaceAll(/[^\p{L}0-9]+/gu, ' ')
    .trim();
  const series =
    /^s[eé]ries? ([a-n])\d?$/.exec(plain) ?? /^(?:シリーズ)?([a-n])(?: round|轮|轮融资)?$/.exec(plain);
  if (series) return `series_${series[1]}`;
  if (/^(seed|种子轮|シード|semilla|amorçage)$/.test(plain)) return 'seed';
  const almost = /^(angel|pre seed|天使|エンジェル)/.test(plain)
    ? 'seed'
    : /private equity|^growth/.test(plain)
      ? 'growth'
      : undefined;
  if (almost !== undefined) return { value: almost, warning: `"${value}" is read as ${almost}` };
  return /crowd/.test(plain) ? 'crowdfunding' : undefined;
}
