import { companyOf } from './company-of.ts';
import { dateField, valuesRule, type Columns, type DraftedField } from './fields.ts';
import { amountRule, distinct, seenValues, share, unitsOf, UNCLEAR } from './shapes.ts';
import type { Column } from './table.ts';

/** Figures by the names of their columns, with their code. */
const FIGURES: [code: string, names: RegExp][] = [
  ['trailing_revenue', /(?<!\brecurring )\brevenues?\b|\b(net )?sales\b|\bturnover\b/],
  ['recurring_revenue', /^arr\b|\brecurring revenue\b/],
  ['net_income', /\bnet (income|profit|earnings)\b/],
  ['gross_profit', /\bgross profit\b/],
  ['operating_income', /\boperating (income|profit)\b|^ebit\b/],
  ['ebitda', /\bebitda\b/],
];
/** Words of other figures, such as the cost of revenue. */
const OTHER = /\b(costs?|deferred|unearned|expenses?|marketing|growth|margin|per|multiple)\b/;
const PERIOD = [
  /^(fiscal |reporting )?(period|quarter|year)( end(ing|ed)?)?( date)?$|^fiscal (year|quarter)\b|^fy$/,
  /^(period of report|report date|as of( date)?|end date)$/,
];
const METRIC = [/^(metric|kpi|measure|indicator|concept|account|line item|item)( name)?$/];
const VALUE = [/^(value|amount|figure|val)\b/];

const codeOf = (text: string): string | undefined => {
  const plain = text.toLowerCase().replaceAll(/[^a-z]+/g, ' ');
  return OTHER.test(plain) ? undefined : FIGURES.find(([, names]) => names.test(plain))?.[0];
};
const figureOf = (columns: Columns): Column | undefined =>
  columns.find(
    FIGURES.map(([, names]) => names),
    (_, column) => codeOf(columns.nameOf(column)) !== undefined && amountRule(column, true) !== undefined,
  );

/** Returns whether a table seems to have figures of companies by period. */
export const isMetrics = (columns: Columns): boolean =>
  columns.find(PERIOD) !== undefined &&
  (figureOf(columns) !== undefined ||
    (columns.find(METRIC) !== undefined && columns.find(VALUE) !== undefined));

const UNIT = [/^(units?|uom|unit of measure)$/];

/** Returns the column of the units of amounts, the one unit that is read, and the others, whose rows are rejected. */
export function unitsIn(columns: Columns): { column: Column; main: string; others: string[] } | undefined {
  const column = columns.find(UNIT);
  const units = column ? distinct(seenValues(column)) : [];
  const main = units.find((unit) => unitsOf(unit).currency !== undefined);
  return column && main !== undefined
    ? { column, main, others: units.filter((unit) => unit !== main) }
    : undefined;
}

/** Drafts the fields of metrics. Of several figures in a row, it drafts the first. */
export function draftMetric(columns: Columns): DraftedField[] {
  const company = companyOf(columns);
  const metric = columns.find(METRIC);
  if (metric) columns.used.add(metric.name);
  const figure = metric ? columns.find(VALUE) : figureOf(columns);
  if (figure) columns.used.add(figure.name);
  const others = metric
    ? []
    : columns.all.filter(
        (column) =>
          !columns.used.has(column.name) &&
          codeOf(columns.nameOf(column)) !== undefined &&
          amountRule(column, true) !== undefined,
      );
  const code = figure && codeOf(columns.nameOf(figure));
  const period = columns.find(PERIOD);
  if (period) columns.used.add(period.name);
  const currency = columns.field('measurement.currency_code', [/\bcurrency\b/]);
  const stated = unitsIn(columns);
  if (stated) columns.used.add(stated.column.name);
  // The unit of a row is read as if the column of the amounts were called so.
  const named = figure && stated ? `${figure.name} (${stated.main})` : figure?.name;
  const unit = named === undefined ? undefined : unitsOf(named).currency;
  const amount = figure && amountRule(figure, true, named);
  const isMoney = typeof amount?.rule === 'object' && amount.rule['money'] === true;
  const constant = (field: string, value: string, ask?: string): DraftedField => ({
    ...{ field, rule: { constant: value } },
    ...(ask !== undefined && { ask }),
  });
  return [
    ...company,
    ...(metric
      ? [
          {
            field: 'metric_definition.base',
            ...(valuesRule(metric, codeOf, 'the codes') ?? { rule: metric.name }),
          },
        ]
      : [
          constant(
            'metric_definition.base',
            code ?? 'trailing_revenue',
            others.length === 0
              ? undefined
              : `a mapping has one figure: copy it for ${others.map(({ name }) => JSON.stringify(name)).join(', ')}`,
          ),
        ]),
    constant('metric_definition.view', 'value'),
    ...(period ? periodOf(columns, period) : []),
    constant('measurement.scenario', 'historical'),
    constant('measurement.type', 'equals'),
    constant('measurement.unit_kind', 'currency'),
    ...(amount ? [{ field: 'measurement.amount', ...amount }] : []),
    ...currency,
    ...(currency.length > 0 || (isMoney && unit !== undefined && unit !== UNCLEAR)
      ? []
      : unit === undefined || unit === UNCLEAR
        ? [constant('measurement.currency_code', 'USD', 'currency of all amounts?')]
        : [constant('measurement.currency_code', unit)]),
  ];
}

/** `2023`, `FY2023`, `Q1 2024`, `2024-Q1` */
const YEAR = /^(?:fy\s?)?((?:19|20)\d\d)$/i;
const QUARTER = /^q([1-4])[\s/'-]*((?:19|20)\d\d)$|^((?:19|20)\d\d)[\s/-]*q([1-4])$/i;
const LAST_DAYS = ['03-31', '06-30', '09-30', '12-31'];

function lastDayOf(period: string): string | undefined {
  const [, year] = YEAR.exec(period) ?? [];
  if (year !== undefined) return `${year}-12-31`;
  const [, quarter, of, yearBefore, quarterAfter] = QUARTER.exec(period) ?? [];
  const number = quarter ?? quarterAfter;
  return number === undefined ? undefined : `${of ?? yearBefore}-${LAST_DAYS[Number(number) - 1]}`;
}

/** Drafts the last day of a period and its length. */
function periodOf(columns: Columns, column: Column): DraftedField[] {
  const values = distinct(seenValues(column));
  const isQuarter = share(values, (value) => QUARTER.test(value)) > 0.5;
  const length: DraftedField = {
    ...{ field: 'metric_definition.base_period', rule: { constant: isQuarter ? 'quarter' : 'year' } },
    ...(values.every((value) => lastDayOf(value) === undefined) && { ask: 'year or quarter?' }),
  };
  const ask = 'the days on which the periods end';
  if (values.every((value) => /^\d{4}$/.test(value)))
    return [length, { field: 'measurement.end_date', rule: { text: `{${column.name}}-12-31` }, ask }];
  const days = valuesRule(column, lastDayOf, 'the last days');
  if (days) return [length, { field: 'measurement.end_date', ...days, ask }];
  columns.used.delete(column.name);
  return [length, ...dateField(columns, 'measurement.end_date', PERIOD)];
}
