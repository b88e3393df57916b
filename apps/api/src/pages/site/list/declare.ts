import type { Column, Field, Choice, Markup } from '@dossier/pages';
import type { CompanyRef } from '@dossier/store';
import type { TimeColumn } from '../../../query/nearest-time.ts';
import type { Route } from '../../../services.ts';
import type { Entry } from '../../../views/feed.ts';

/** A field of the form, which has the name of a field of the endpoint. With choices, it is a list to choose from. */
export interface Control extends Pick<Field, 'name' | 'label' | 'hint'> {
  choices?: Choice[];
}

/** What a cell needs besides its row. */
export interface Seen {
  /** The path of PUBLIC_URL. */
  base: string;
  publicUrl: string;
  /** The companies that the rows name, by id. */
  companies: Map<number, CompanyRef>;
}

/**
 * A page of the site with the rows of a list, its CSV and its feed. It asks an endpoint of the API, with the fields of the
 * endpoint, so it shows nothing that the endpoint does not return.
 */
export interface ListPage<Row> {
  path: `/${string}`;
  title: string;
  /** The nouns of the total. */
  nouns: [one: string, several: string];
  about: string;
  tag: string;
  /** The name of the page in operation ids. */
  name: string;
  /** The endpoint with its handler, and the field of its response with the rows. */
  list: Route;
  rows: string;
  /** The fields that every request of the page has. */
  always: Record<string, unknown>;
  controls: Control[];
  /** The fields of the days that the page shows: a week by default, since some lists are too long without a window. */
  window?: { from: string; to: string; of: (sent: Record<string, string>) => TimeColumn };
  /** The order in which the rows are shown, if they are few enough for one page. */
  order?: (a: Row, b: Row) => number;
  /** Returns the ids of the companies of a row. */
  companiesOf: (row: Row) => number[];
  columns: (seen: Seen) => Column<Row>[];
  entry: (row: Row, seen: Seen) => Entry;
  /** Returns what the page says before its table. @param isSorted whether its rows are in its own order */
  intro?: (isSorted: boolean) => Markup;
}

/** The field that keeps the rows of one company. Without days, its list has no window. */
export const COMPANY: Control = {
  name: 'company_domain',
  label: 'Company',
  hint: 'The domain, such as stripe.com',
};
