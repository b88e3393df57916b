import { countryKey } from '../../fields/countries.ts';
import { amountRule, distinct, seenValues, share } from './shapes.ts';
import { cikField, tickerField } from './company-of.ts';
import type { Columns } from './fields.ts';
import {
  amountField,
  COUNTRY,
  dateField,
  domainRule,
  idField,
  listRule,
  NAME,
  valuesRule,
  type DraftedField,
} from './fields.ts';
import type { Column } from './table.ts';

const YEAR = /(?<!\d)(1[6-9]|20)\d\d(?!\d)/;

/** The number of a row is an id too, as long as the source keeps it. */
const ID = [
  /^(permalink|uuid|guid)$/,
  /^((company|organi[sz]ation|org|vendor|entity|record|source|external|crunchbase|pitchbook) )?(id|uuid|permalink)$/,
];

/** Drafts the fields of companies from the columns of a file with this name. */
export function draftCompany(columns: Columns, file: string): DraftedField[] {
  const domain = domainRule(columns, 'domain');
  const cik = cikField(columns, 'cik');
  const ticker = tickerField(columns, 'ticker');
  const names = columns.field(
    'name',
    NAME,
    undefined,
    (values) => columns.isFilled(values) && share(values, (each) => /\p{L}/u.test(each)) > 0.8,
  );
  return [
    ...domain,
    ...cik,
    ...idField(columns, 'external_id', ID),
    ...namesOf(names, domain.length > 0, cik.length > 0),
    // A table without names only adds to stored companies.
    ...typeOf(
      columns,
      names.length > 0 && (domain.length > 0 || cik.length > 0 || ticker.length === 0),
      ticker.length > 0,
    ),
    ...foundingYear(columns),
    ...columns.field('description', [
      /^(short |long |company )?(description|summary|overview|about|pitch|one liner|tagline)$/,
      /\bdescription\b/,
    ]),
    ...headquarters(columns),
    ...columns.field(
      'categories',
      [
        /^(categories|category|industries|industry|tags|sectors?|verticals?|market)( codes?| list| groups?)?$/,
        /\b(sector|categor\w+|industry)\b/,
      ],
      listRule,
      (values) => share(values, (each) => each.length > 2 || /[^\p{ASCII}]/u.test(each)) > 0.8,
    ),
    ...columns.field('key_people.founders', [/^founders?( names?)?$/], listRule),
    ...columns.field('key_people.ceo', [/^ceo( name)?$|^chief executive( officer)?$/], listRule),
    ...listings(columns, ticker, domain.length > 0 ? 'listings' : 'add_listings', file),
    ...financials(columns),
  ];
}

/** Without a website, the name finds a stored company, and does not rename it. */
function namesOf(names: DraftedField[], hasDomain: boolean, hasCik: boolean): DraftedField[] {
  const [found] = names;
  if (!found || hasDomain) return names;
  const ask = hasCik
    ? 'no websites: rows find stored companies by CIK; for new ones add "name", and load with --domains'
    : 'no websites: rows find stored companies by name; for new ones add "name", and load with --domains';
  return [{ ...found, field: 'company_name', ask }];
}

function typeOf(columns: Columns, isNew: boolean, isListed: boolean): DraftedField[] {
  const status = columns.find(
    [/^(operating |company |current )?(status|satus|state)$|^is active$|^active$/],
    (values) => distinct(values).length <= 12,
  );
  const active = status && valuesRule(status, activeOf, 'true or false for the companies');
  if (status && active) columns.used.add(status.name);
  const isPublic = status && /\b(ipo|public)\b/i.test(distinct(seenValues(status)).join(' '));
  const type: DraftedField = isPublic
    ? {
        field: 'type',
        ...valuesRule(status, (value) => (/^(ipo|public)$/i.test(value) ? 'public' : 'private'), '')!,
      }
    : {
        field: 'type',
        rule: { constant: isListed ? 'public' : 'private' },
        ask: 'type of all companies: private or public?',
      };
  return [...(isNew ? [type] : []), ...(active ? [{ field: 'is_active', ...active }] : [])];
}

/** Returns whether a status means that the company operates, also as part of a buyer; undefined for an unknown status. */
function activeOf(value: string): boolean | undefined {
  if (/^(operating|active|alive|open|acquired|exited|ipo|public|listed|yes|true|1|y)$/i.test(value))
    return true;
  return /^(closed|dead|inactive|defunct|dissolved|shut ?down|no|false|0|n)$/i.test(value)
    ? false
    : undefined;
}

function foundingYear(columns: Columns): DraftedField[] {
  const names = [
    /^(year )?founded( year)?$|^founding year$|^year founded$/,
    /^found(ed|ing)\b/,
    /\bfounded\b|^incorporated\b|^established\b/,
  ];
  const draft = ({ name, values: cells }: Column) => {
    const values = seenValues({ name, values: cells });
    if (values.every((value) => /^\d{4}$/.test(value))) return { rule: name };
    if (values.every((value) => /^\d,?\d{3}$/.test(value)))
      return { rule: { column: name, number: '1,234.56' } };
    // A cell with no year at either end is used whole, so that it is reported.
    return { rule: { column: name, pattern: '^\\d{4}(?!\\d)|\\b\\d{4}$|^(?!.*\\b\\d{4}$).+$' } };
  };
  const isYear = (values: string[]) => share(values, (each) => YEAR.test(each.replace(',', ''))) > 0.8;
  const isWhole = (values: string[]) => isYear(values) && values.every((value) => /^\d,?\d{3}$/.test(value));
  const found = columns.field('founding_year', names, draft, isWhole);
  return found.length > 0 ? found : columns.field('founding_year', names, draft, isYear);
}

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns the English name of a country by its code or its name in another language; undefined for another text. */
function countryOf(text: string): string | undefined {
  const key = /^[a-z]{2,3}$/.test(text) ? undefined : countryKey(text);
  const name = key === undefined ? undefined : ENGLISH_NAMES.of(key);
  return name === text ? undefined : name;
}

function headquarters(columns: Columns): DraftedField[] {
  const city = columns.field('headquarters.city', [/^(hq |headquarters )?(city|town)$/, /\bcity\b/]);
  const country = columns.field('headquarters.country', COUNTRY, (column) => {
    const values = distinct(seenValues(column));
    const isCodes = share(values, (value) => /^[A-Z]{2,3}$/.test(value)) > 0.9;
    const known = Object.fromEntries(
      values.flatMap((value) => {
        const name = countryOf(value);
        return name === undefined ? [] : [[value, name]];
      }),
    );
    if (Object.keys(known).length === 0) return { rule: column.name };
    const unknown = isCodes && Object.keys(known).length < values.length;
    return {
      rule: { column: column.name, values: known },
      ...(unknown && { ask: 'other codes stay as they are' }),
    };
  });
  if (city.length > 0) return [...city, ...country];
  // "Saint Paul, Minnesota": the city is the first part.
  const place = columns.field(
    'headquarters.city',
    [/^(headquarters|hq|headquarters location|hq location|location|address)$/],
    ({ name }) => ({
      rule: { column: name, split: ',', index: 0 },
      ask: 'the first part of the place is the city',
    }),
    (values) => share(values, (value) => value.includes(',') && !/\d/.test(value)) > 0.5,
  );
  return [...place, ...country];
}

/** Exchanges by the words in the names of their files. */
const VENUES: [RegExp, string][] = [
  [/nasdaq/i, 'Nasdaq'],
  [/nyse/i, 'NYSE'],
  [/\bamex\b/i, 'NYSE American'],
  [/\blse\b|london/i, 'LSE'],
  [/euronext/i, 'Euronext'],
  [/\btsx\b/i, 'TSX'],
  [/\basx\b/i, 'ASX'],
  [/\bhkex\b/i, 'HKEX'],
];

function listings(columns: Columns, [ticker]: DraftedField[], list: string, file: string): DraftedField[] {
  if (!ticker) return [];
  const field = `${list}.0.venue`;
  const venue = columns.field(field, [
    /^((stock|primary|main|listing) )?(exchange|venue)( name| code)?$/,
    /^(mic|listed on|listing)$/,
  ]);
  const [, named] = VENUES.find(([words]) => words.test(file.replaceAll(/[^\p{L}\d]+/gu, ' '))) ?? [];
  const constant: DraftedField = {
    field,
    rule: { constant: named },
    ask: 'the exchange is only in the name of the file',
  };
  return [
    { ...ticker, field: `${list}.0.ticker` },
    ...venue,
    ...(venue.length === 0 && named !== undefined ? [constant] : []),
  ];
}

const FIGURES: [name: string, names: RegExp[], dates: RegExp[]][] = [
  [
    'total_estimated_funding',
    [/^(total )?(funding|raised)( total| amount)?( usd)?\b/, /\btotal (funding|raised)\b/],
    [/^last (funding|round)( at| date| on)?$/],
  ],
  [
    'latest_estimated_valuation',
    [/^(latest |last |post money |estimated )?valuation\b/],
    [/^valuation (date|at)$/],
  ],
  [
    'latest_estimated_revenue',
    [/^(latest |annual |estimated )?(revenues?|sales|turnover)\b/],
    [/^revenue (date|year end)$/],
  ],
];

function financials(columns: Columns): DraftedField[] {
  const found = FIGURES.flatMap(([name, names, dates]) => {
    const value = columns.find(names, (_, column) => amountRule(column, false) !== undefined);
    if (!value) return [];
    return [{ name, names, dates }];
  });
  return found.flatMap(({ name, names, dates }, i) => [
    { field: `financials.${i}.name`, rule: { constant: name } },
    ...amountField(columns, `financials.${i}.value`, names, false),
    ...dateField(columns, `financials.${i}.date`, dates),
  ]);
}
