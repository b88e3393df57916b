import type { Items } from '@dossier/store';

/** The value of a field of a response as JSON text, which is sent as it is. */
export class JsonText<T> {
  readonly text: string;
  /** Never set: it distinguishes the type of the class. */
  declare readonly value?: T;
  constructor(text: string) {
    this.text = text;
  }
}

/** The rows of a list, of which a response may have one page. */
export class ListText<List> extends JsonText<List> {
  /** The rows of the page, each as JSON text on one line. */
  readonly items: string[];
  /** The number of rows of all pages. */
  readonly total: number;
  constructor(items: string[], total = items.length) {
    super(`[${items.join(',')}]`);
    this.items = items;
    this.total = total;
  }
}

/** Returns the items of a page as JSON text. */
export const listText = <Item>({ rows, total }: Items<Item> & { total?: number }): ListText<Item[]> =>
  new ListText(
    rows.map(({ item }) => item),
    total,
  );

/** Returns an object as JSON. Its fields may be JSON text already. */
export function textOf(body: object): string {
  const fields = Object.entries(body);
  if (!fields.some(([, value]) => value instanceof JsonText)) return JSON.stringify(body);
  const known = fields.filter(([, value]) => value !== undefined);
  return `{${known.map(([name, value]) => `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`).join(',')}}`;
}
