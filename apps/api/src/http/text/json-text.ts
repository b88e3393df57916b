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

/** Returns the items of a page as JSON text. */
export const listText = <Item>({ rows }: Items<Item>): JsonText<Item[]> =>
  new JsonText(`[${rows.map(({ item }) => item).join(',')}]`);

/** Returns an object as JSON. Its fields may be JSON text already. */
export function textOf(body: object): string {
  const fields = Object.entries(body);
  if (!fields.some(([, value]) => value instanceof JsonText)) return JSON.stringify(body);
  const known = fields.filter(([, value]) => value !== undefined);
  return `{${known.map(([name, value]) => `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`).join(',')}}`;
}
