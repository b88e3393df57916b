import { DAY_MS, toTimestamp, type ApiError } from '@dossier/shared';
import { findCompanies, type CompanyRef } from '@dossier/store';
import { answerOf, type DependsOn } from '../../../http/endpoint.ts';
import { PLACE, placesOf, type Place } from '../../../rows/places.ts';
import { listTextOf } from '../../../rows/read.ts';
import { nearestTime } from '../../../query/nearest-time.ts';
import { WINDOW_DAYS } from '../../../query/window.ts';
import type { Context } from '../../../services.ts';
import { filledIn, readForm } from '../form-fields.ts';
import { COMPANY, type ListPage } from './declare.ts';

/** The days of a page by default. */
const USUAL_DAYS = 7;
/** The most rows that a page sorts itself. */
const MAX_SORTED = 200;

/** The first and the last day of a page. */
export interface Window {
  from: string;
  to: string;
}

/** What a request asks for: the fields as they were sent, with the window of the page, and the input or its error. */
export interface Asked {
  sent: Record<string, string>;
  window: Window | undefined;
  input: Record<string, unknown> | undefined;
  error: ApiError | undefined;
}

export interface Found<Row> {
  rows: Row[];
  /** Whether they are in the order of the page. */
  isSorted: boolean;
  total: number;
  companies: Map<number, CompanyRef>;
  next: Place | undefined;
  previous: Place | undefined;
  dependsOn: DependsOn | undefined;
}

/** Returns the day that is some days after another. */
const dayAfter = (day: string, days: number) => toTimestamp(Date.parse(day) + days * DAY_MS).slice(0, 10);

/** Returns the days of a request. By default they end on the newest day that has rows. */
async function windowOf<Row>(
  context: Context,
  { window }: ListPage<Row>,
  sent: Record<string, string>,
): Promise<Window | undefined> {
  if (!window) return undefined;
  const { [window.from]: from, [window.to]: to, [COMPANY.name]: company } = sent;
  if (from !== undefined && to !== undefined) return { from, to };
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (from !== undefined) return { from, to: isDay(from) ? dayAfter(from, WINDOW_DAYS - 1) : from };
  if (to !== undefined) return { from: isDay(to) ? dayAfter(to, 1 - USUAL_DAYS) : to, to };
  if (company !== undefined) return undefined;
  const newest = (await nearestTime(context.db, window.of(sent), { before: context.now })) ?? context.now;
  return { from: dayAfter(newest.slice(0, 10), 1 - USUAL_DAYS), to: newest.slice(0, 10) };
}

/** Reads the fields of a request. */
export async function readAsked<Row>(
  context: Context,
  page: ListPage<Row>,
  fields: Record<string, unknown>,
): Promise<Asked> {
  const own = filledIn(fields);
  const window = await windowOf(context, page, own);
  const sent =
    window && page.window ? { ...own, [page.window.from]: window.from, [page.window.to]: window.to } : own;
  const { input, ...form } = readForm(page.list.endpoint.input, sent, page.always);
  return { ...form, window, input: input as Asked['input'] };
}

/** Asks the endpoint of a page. @throws its errors */
async function ask<Row>(context: Context, { list, rows }: ListPage<Row>, input: Record<string, unknown>) {
  const { body, dependsOn } = answerOf(await list.handle(context, input as never));
  const { [rows]: found, pagination } = body as Record<string, unknown>;
  const { items, total } = listTextOf(found);
  return {
    rows: items.map((item) => JSON.parse(item) as Row),
    total,
    ...placesOf(pagination),
    dependsOn,
  };
}

/** Reads the rows of a page, in its own order if they are few. @throws the errors of the input and of the endpoint */
export async function readFound<Row>(
  context: Context,
  page: ListPage<Row>,
  { sent, input, error }: Asked,
): Promise<Found<Row>> {
  if (!input) throw error!;
  const isLaterPage = Object.keys(sent).some((name) => PLACE.includes(name));
  const found = await ask(context, page, input);
  let { next } = found;
  const isSorted = page.order !== undefined && !isLaterPage && found.total <= MAX_SORTED;
  if (isSorted) {
    const { rows } = found;
    for (; next;) {
      const more = await ask(context, page, { ...input, ...next });
      rows.push(...more.rows);
      next = more.next;
    }
    rows.sort(page.order);
  }
  const ids = [...new Set(found.rows.flatMap(page.companiesOf))];
  const refs = ids.length > 0 ? await findCompanies(context.db, 'id', ids) : [];
  return { ...found, next, isSorted, companies: new Map(refs.map((ref) => [ref.id, ref])) };
}

/** Returns the nearest windows before and after one that have rows. */
export async function readNeighbours<Row>(
  { db }: Context,
  { window }: ListPage<Row>,
  { sent, window: shown }: Asked,
): Promise<{ earlier: Window | undefined; later: Window | undefined }> {
  if (!window || !shown) return { earlier: undefined, later: undefined };
  const [before, after] = await Promise.all([
    nearestTime(db, window.of(sent), { before: shown.from }),
    nearestTime(db, window.of(sent), { after: `${shown.to}~` }),
  ]);
  const day = (time: string) => time.slice(0, 10);
  return {
    earlier: before ? { from: dayAfter(day(before), 1 - USUAL_DAYS), to: day(before) } : undefined,
    later: after ? { from: day(after), to: dayAfter(day(after), USUAL_DAYS - 1) } : undefined,
  };
}
