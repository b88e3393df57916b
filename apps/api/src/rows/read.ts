import { setImmediate } from 'node:timers/promises';
import { fail, type MaybePromise } from '@dossier/shared';
import { z } from 'zod';
import { ListText } from './json-text.ts';
import { columnsOf, csvHeader, csvRow, type Column } from './csv.ts';
import { firstPlace, placesOf } from './places.ts';
import { bareOf, fieldsAt } from './schema.ts';

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

/** One JSON object a line. */
export const NDJSON: Format = {
  type: 'application/x-ndjson',
  extension: 'ndjson',
  writer: () => ({ header: '', write: (item) => `${item}\n` }),
};

/** The files of a list. */
export const FORMATS = [CSV, NDJSON];

/** The paths of an endpoint: its own, and for a list those of its files, such as `/api/v1/events.csv`. */
export const pathsOf = ({ path, rows }: { path: string; rows?: string }): string[] =>
  rows === undefined ? [path] : [path, ...FORMATS.map(({ extension }) => `${path}.${extension}`)];

/** Returns the optional fields of rows that a request chose: with `fields`, or as what its rows are of, with `by`. */
const chosenIn = ({ fields, by }: Input) =>
  (fields ?? (by === undefined ? undefined : [by])) as string[] | undefined;

/** Returns the columns of the rows of a list; only the fields that a request chose, if it did. */
export function columnsOfList(
  { output, rows }: { output: ListContract['output']; rows?: string },
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
    if (bare instanceof z.ZodUnion) return bare.options.flatMap((one) => options(one as z.ZodType));
    return bare ? [bare] : [];
  };
  return options(schema)
    .flatMap((body) => options(fieldsAt(body, [])[rows]))
    .flatMap((list) => (list instanceof z.ZodArray ? [list.element as z.ZodType] : []));
}

type Input = Record<string, unknown>;

/** What rows need of the endpoint of a list. */
interface ListContract {
  input: z.ZodType;
  /** The schemas of its responses, by status. */
  output: Record<number, z.ZodType>;
  /** The media type of its responses. */
  produces: string;
  /** The field of a response with the rows. */
  rows: string;
}

/** A list: its endpoint, and a function that returns the answer for an input. */
export interface ListOf {
  endpoint: ListContract;
  read: (input: never) => MaybePromise<{ body: unknown; headers: Record<string, string> }>;
}

/** Returns all rows of a list as the text of a file, with their number and the headers of the first page. */
export async function readFile({ endpoint, read }: ListOf, input: Input, { writer }: Pick<Format, 'writer'>) {
  const all = { ...input, ...firstPlace(fieldsAt(endpoint.input, [])) };
  const first = await readPage(endpoint, all, read);
  const { header, write } = writer(columnsOfList(endpoint, chosenIn(input)));
  async function* chunks() {
    yield header;
    for (let page = first; ; page = await readPage(endpoint, { ...all, ...page.next }, read)) {
      yield page.items.map(write).join('');
      if (!page.next) return;
      // Reading and writing a long list must not keep other requests waiting.
      await setImmediate();
    }
  }
  return { total: first.total, headers: first.headers, chunks: chunks() };
}

/** Reads a page of a list: its rows as JSON text, and the place of the next page. */
async function readPage({ rows, produces }: ListContract, input: Input, read: ListOf['read']) {
  const { body, headers } = await read(input as never);
  const { [rows]: list, pagination } = body as Input;
  if (list === undefined) throw fail('not_acceptable', { types: produces });
  const { items, total } = listTextOf(list);
  return { items, total, headers, next: placesOf(pagination).next };
}

/** Returns the rows of a response as JSON text, with the number of rows of all pages. */
export const listTextOf = (list: unknown): ListText<unknown> =>
  list instanceof ListText ? list : new ListText((list as unknown[]).map((row) => JSON.stringify(row)));
