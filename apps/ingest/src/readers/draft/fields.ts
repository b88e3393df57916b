import { domainOfUrl, parseTime } from '@dossier/shared';
import { isSharedHost } from '../../fields/hosts.ts';
import { isPage } from '../mapping/value.ts';
import {
  amountRule,
  dateRule,
  distinct,
  isAddress,
  seenValues,
  separatorOf,
  share,
  type Drafted,
} from './shapes.ts';
import { englishName } from './headers.ts';
import type { Column } from './table.ts';

/** A field of a drafted mapping. */
export interface DraftedField extends Drafted {
  field: string;
}

/** The columns of a table, of which each is used for one field at most. */
export class Columns {
  readonly used = new Set<string>();
  readonly all: Column[];

  constructor(all: Column[]) {
    this.all = all;
  }

  /** Returns the name of a column in plain English words. */
  nameOf = ({ name }: Column): string => englishName(plainName(name));

  /** Returns whether a column has a value in at least half of the rows. */
  isFilled(values: string[]): boolean {
    return values.length * 2 >= Math.max(...this.all.map((each) => each.values.length));
  }

  /** Returns whether a column has a value in all rows. */
  isAlways(values: string[]): boolean {
    return values.length === Math.max(...this.all.map((each) => each.values.length));
  }

  /** Returns the first unused column whose name fits, by the order of the names, and whose cells pass a test. */
  find(
    names: RegExp[],
    test: (values: string[], column: Column) => boolean = () => true,
  ): Column | undefined {
    for (const name of names) {
      const found = this.all.find(
        (column) =>
          !this.used.has(column.name) &&
          name.test(this.nameOf(column)) &&
          seenValues(column).length > 0 &&
          test(seenValues(column), column),
      );
      if (found) return found;
    }
    return undefined;
  }

  /** Drafts a field from the column that `find` returns. */
  field(
    field: string,
    names: RegExp[],
    draft: (column: Column) => Drafted | undefined = ({ name }) => ({ rule: name }),
    test?: (values: string[], column: Column) => boolean,
  ): DraftedField[] {
    const column = this.find(
      names,
      (values, each) => (test?.(values, each) ?? true) && draft(each) !== undefined,
    );
    if (!column) return [];
    this.used.add(column.name);
    return [{ field, ...draft(column)! }];
  }
}

/** `Headquarters (City)` is "headquarters city", `company_name` "company name". */
export const plainName = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d$€£]+/gu, ' ')
    .trim();

/**
 * Returns the hosts where many companies have a page, if a cell has a path there, or several companies have the host. The one
 * company with linkedin.com as its whole address, in one row or in several, is LinkedIn.
 */
function sharedIn(sites: string[], names: string[] | undefined): string[] {
  // Blank cells are not in the columns, so names belong to sites only if there are as many.
  const nameOf = (row: number) => (names?.length === sites.length ? names[row]! : String(row));
  const owners = new Map<string, Set<string>>();
  const paged = new Set<string>();
  sites.forEach((site, row) => {
    const host = domainOfUrl(site)?.replace(/^www\./, '');
    if (host === undefined || !(isSharedHost(host) || OWNED.includes(host))) return;
    owners.set(host, (owners.get(host) ?? new Set()).add(nameOf(row)));
    if (isPage(site)) paged.add(host);
  });
  return [...owners].filter(([host, { size }]) => size > 1 || paged.has(host)).map(([host]) => host);
}

/** Hosts of large companies that also have pages of others. */
const OWNED = ['google.com', 'apple.com', 'amazon.com', 'microsoft.com'];

const WEBSITE = [
  /^((acquired |target )?company |acquired |target )?(domain|website|web site|homepage|home page|site|web)( url| address)?$/,
  /^(acquired|target)( company)? (url|link)$/,
  /^(homepage|website|company|web) url$/,
  /\b(websites?|homepage|domains?)\b/,
  /^(company|organi[sz]ation)( name)? (url|link)$/,
  /^(url|link|web)$/,
];

export const domainRule = (columns: Columns, field: string): DraftedField[] =>
  columns.field(
    field,
    WEBSITE,
    (column) => {
      const except = sharedIn(column.values, columns.find(NAME)?.values);
      if (except.length === 0) return { rule: { domain_of: column.name } };
      return {
        rule: { domain_of: column.name, except },
        ask: 'except lists shared hosts: are these pages of other companies?',
      };
    },
    (values) => share(values, isAddress) > 0.5,
  );

/** Drafts a company's id in a source. */
export const idField = (columns: Columns, field: string, names: RegExp[]): DraftedField[] =>
  columns.field(
    field,
    names,
    undefined,
    (values) => columns.isFilled(values) && values.every((each) => each.length <= 200),
  );

export const COUNTRY = [
  /^(hq |headquarters? |company |home |main |office )?(country|nation)( code| name| iso ?\d?)?$/,
  /\bcountry\b/,
];

export const NAME = [
  /^(company|organi[sz]ation|org|startup|business|issuer|account|customer|client|firm|employer|(portfolio|target) company)( name)?$/,
  /^name$/,
  /^(security|legal name|title|brand)$/,
  /\b(company|organi[sz]ation) name\b/,
];

export const dateField = (columns: Columns, field: string, names: RegExp[]) =>
  columns.field(field, names, dateRule);

/** Drafts a time: ISO 8601 as it is, or else the day. */
export const timeField = (columns: Columns, field: string, names: RegExp[]) =>
  columns.field(field, names, (column) =>
    seenValues(column).every((value) => parseTime(value) !== undefined)
      ? { rule: column.name }
      : dateRule(column),
  );

export const amountField = (columns: Columns, field: string, names: RegExp[], withCurrency: boolean) =>
  columns.field(field, names, (column) => amountRule(column, withCurrency));

/** A list, with the separator of its cells. */
export const listRule = (column: Column): Drafted => {
  const separator = separatorOf(seenValues(column));
  return {
    rule:
      separator === undefined
        ? { column: column.name, split: '|' }
        : { column: column.name, split: separator },
  };
};

/** A column of few values that are translated; those that nobody knows stay for a person. */
export function valuesRule(
  column: Column,
  meaningOf: (value: string) => unknown,
  what: string,
): Drafted | undefined {
  const values = distinct(seenValues(column));
  if (values.length > 60) return undefined;
  const known = values.flatMap((value): [string, unknown][] => {
    const meant = meaningOf(value);
    return meant === undefined ? [] : [[value, meant]];
  });
  if (known.length === 0) return undefined;
  const unknown = values.filter((value) => meaningOf(value) === undefined);
  const shown = unknown
    .slice(0, 8)
    .map((value) => JSON.stringify(value))
    .join(', ');
  return {
    rule: { column: column.name, values: Object.fromEntries(known) },
    ...(unknown.length > 0 && { ask: `${what} of ${shown}${unknown.length > 8 ? ', …' : ''}` }),
  };
}
