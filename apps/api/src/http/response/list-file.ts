import { setImmediate } from 'node:timers/promises';
import { fail, type MaybePromise } from '@dossier/shared';
import { z } from 'zod';
import { committedFor } from '../context.ts';
import { Answer, BodyStream, type Endpoint } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { chargeTasks } from '../limits/charge.ts';
import { preferred } from '../request/accept.ts';
import { bareOf, fieldsAt } from '../request/hints.ts';
import { columnsOf, csvHeader, csvRow, type Column } from '../text/csv.ts';
import type { HttpServices } from '../services.ts';
import { ListText } from '../text/json-text.ts';
import { sendOther } from './send.ts';

/** How a file is written: its media type, its header, and a row from its JSON text. */
export interface Format {
  type: string;
  extension: string;
  writer: (columns: Column[]) => { header: string; write: (item: string) => string };
}

/** CSV with a header. */
export const CSV: Format = {
  type: 'text/csv',
  extension: 'csv',
  writer: (columns) => ({
    header: csvHeader(columns),
    write: (item) => csvRow(columns, JSON.parse(item)),
  }),
};

const FORMATS: Format[] = [
  CSV,
  {
    type: 'application/x-ndjson',
    extension: 'ndjson',
    writer: () => ({ header: '', write: (item) => `${item}\n` }),
  },
];

/** The rows that are read at once. */
const BATCH = 200;
/** The rows that cost one task. */
export const ROWS_OF_TASK = 100;

/** The media types of a response: that of the endpoint, and the files of a list. */
export const typesOf = ({ produces, rows }: Pick<Endpoint, 'produces' | 'rows'>): string[] =>
  rows === undefined ? [produces] : [produces, ...FORMATS.map(({ type }) => type)];

/** The paths of an endpoint: its own, and for a list those of its files, such as `/api/v1/events.csv`. */
export const pathsOf = ({ path, rows }: Pick<Endpoint, 'path' | 'rows'>): string[] =>
  rows === undefined ? [path] : [path, ...FORMATS.map(({ extension }) => `${path}.${extension}`)];

/** Returns the format of the file that a request asks for, by its path or else by Accept; undefined for JSON. */
export function formatOf({ path, req }: Exchange, endpoint: Endpoint): Format | undefined {
  if (endpoint.rows === undefined) return undefined;
  const [, extension] = /\.(csv|ndjson)\/?$/i.exec(path) ?? [];
  if (extension !== undefined) return FORMATS.find((format) => format.extension === extension.toLowerCase());
  const type = preferred(req, typesOf(endpoint));
  return FORMATS.find((format) => format.type === type);
}

/** Returns the columns of the rows of a list; only the fields that a request chose, if it did. */
export function columnsOfList(
  { output, rows }: Pick<Endpoint, 'output' | 'rows'>,
  chosen?: readonly string[],
): Column[] {
  const items = elementsOf(output[200], rows!);
  const isOptional = (name: string) =>
    items.every((item) => fieldsAt(item, [])[name] instanceof z.ZodOptional);
  return columnsOf(items.length === 1 ? items[0] : z.union(items)).filter(
    ([name]) => !chosen || chosen.includes(name!) || !isOptional(name!),
  );
}

/** Returns the schemas of the rows in a response. */
function elementsOf(schema: z.ZodType | undefined, rows: string): z.ZodType[] {
  const options = (given: z.ZodType | undefined): z.ZodType[] => {
    const bare = bareOf(given);
    return bare instanceof z.ZodUnion
      ? bare.options.flatMap((one) => options(one as z.ZodType))
      : bare
        ? [bare]
        : [];
  };
  return options(schema)
    .flatMap((body) => options(fieldsAt(body, [])[rows]))
    .flatMap((list) => (list instanceof z.ZodArray ? [list.element as z.ZodType] : []));
}

type Input = Record<string, unknown>;

/** A list: its endpoint, the field of its rows, and a function that returns the answer for an input. */
export interface ListOf {
  endpoint: Pick<Endpoint, 'input' | 'output' | 'produces'> & { rows: string };
  read: (input: never) => MaybePromise<unknown>;
}

interface Asked extends Pick<ListOf, 'read'> {
  /** The tasks that the list costs as JSON. */
  tasks: number;
  input: Input;
}

/**
 * Sends all rows of a list as a file. An error after the first byte ends the connection, so that no file looks complete
 * without being it. A file costs a task for each `ROWS_OF_TASK` rows, and its plan must allow that many tasks in a window.
 * @throws 422 for more rows, 406 for an answer without rows, and the errors of the endpoint
 */
export async function answerWithFile(
  exchange: Exchange,
  services: HttpServices,
  { tasks, input, read }: Asked,
): Promise<void> {
  const { caller } = exchange;
  const endpoint = exchange.endpoint!;
  const { format } = exchange;
  const { seq } = await committedFor(exchange, services);
  const file = await readFile({ endpoint: { ...endpoint, rows: endpoint.rows! }, read }, input, format!);
  const allowed = caller && services.rateLimiter?.standing(caller, services.clock())?.tasks;
  const max = (allowed ?? Infinity) * ROWS_OF_TASK;
  if (file.total > max) throw fail('file_too_large', { total: file.total, max });
  const cost = Math.max(tasks, Math.ceil(file.total / ROWS_OF_TASK));
  if (!endpoint.isFree) chargeTasks(exchange, services, { family: endpoint.tag, tasks: cost });
  const headers = {
    ...file.headers,
    ...(input['as_of'] === undefined && { 'Dossier-Seq': String(seq) }),
    'Content-Disposition': `attachment; filename="${endpoint.rows}.${format!.extension}"`,
  };
  await sendOther(exchange, format!.type, new Answer(file.body, { headers }));
}

/** Returns all rows of a list as the text of a file, with their number and the headers of the first page. */
export async function readFile({ endpoint, read }: ListOf, input: Input, { writer }: Pick<Format, 'writer'>) {
  const all = { ...input, ...firstPlace(endpoint) };
  const first = await readPage(endpoint, all, read);
  const { header, write } = writer(columnsOfList(endpoint, input['fields'] as string[] | undefined));
  async function* chunks() {
    yield header;
    for (let page = first; ; page = await readPage(endpoint, { ...all, ...page.next }, read)) {
      yield page.items.map(write).join('');
      if (!page.next) return;
      // Reading and writing a long list must not keep other requests waiting.
      await setImmediate();
    }
  }
  return { total: first.total, headers: first.headers, body: new BodyStream(chunks()) };
}

/** Reads a page of a list: its rows as JSON text, and the place of the next page. */
async function readPage({ rows, produces }: ListOf['endpoint'], input: Input, read: Asked['read']) {
  const result = await read(input as never);
  const { body, headers } = result instanceof Answer ? (result as Answer) : new Answer(result);
  const { [rows]: list, pagination } = body as Input;
  if (list === undefined) throw fail('not_acceptable', { types: produces });
  const { items, total } = listTextOf(list);
  return { items, total, headers, next: placesOf(pagination).next };
}

/** Returns the rows of a response as JSON text, with the number of rows of all pages. */
export const listTextOf = (list: unknown): ListText<unknown> =>
  list instanceof ListText ? list : new ListText((list as unknown[]).map((row) => JSON.stringify(row)));

/** The paging fields of lists, as a file begins. */
const FIRST: Input = {
  pagination: 'cursor',
  page: undefined,
  page_after: 'Start',
  page_before: undefined,
  cursor: undefined,
  offset: 0,
  page_size: BATCH,
  limit: BATCH,
};

/** The paging parameters, which a file does not need. */
export const PAGING = Object.keys(FIRST);

const firstPlace = ({ input }: Pick<Endpoint, 'input'>): Input => {
  const fields = fieldsAt(input, []);
  return Object.fromEntries(Object.entries(FIRST).filter(([name]) => name in fields));
};

/** The names of the paging fields that lead to a page of a list. */
export const PLACE = ['page_after', 'page_before', 'cursor', 'offset'];
/** These fields with their values. */
export type Place = Record<string, string | number>;

/** Returns the paging fields of the next page and of the previous one, from cursors, offsets or links. */
export function placesOf(pagination: unknown): { next: Place | undefined; previous: Place | undefined } {
  const { next_cursor, prev_cursor, next_offset, offset, limit, next, previous } = (pagination ??
    {}) as Record<string, string | number | null>;
  const link = (url: string | number | null | undefined): Place | undefined => {
    const cursor = url == null ? null : new URL(String(url)).searchParams.get('cursor');
    return cursor === null ? undefined : { cursor };
  };
  const back = Number(offset) > 0 ? { offset: Math.max(0, Number(offset) - Number(limit)) } : undefined;
  return {
    next:
      next_cursor != null
        ? { page_after: next_cursor }
        : next_offset != null
          ? { offset: next_offset }
          : link(next),
    previous: prev_cursor != null ? { page_before: prev_cursor } : (back ?? link(previous)),
  };
}
