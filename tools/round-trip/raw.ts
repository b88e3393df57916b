/** A row of a table as its file has it. */
export type RawRow = Record<string, string>;

/**
 * Reads CSV with line ends of any kind. It shares no code with ingest: a mistake of one of the two shows as a
 * difference.
 */
export function parseCsv(text: string): RawRow[] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)!.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at]!;
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === ',') endCell();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at++;
      endCell();
      rows.push([]);
    } else cell += character;
  }
  endCell();
  const filled = rows.filter((cells) => cells.some((each) => each.trim() !== ''));
  const [head = [], ...body] = filled;
  return body.map((cells) =>
    Object.fromEntries(head.map((column, i) => [column.trim(), (cells[i] ?? '').trim()])),
  );
}

/** Removes what a source does not state: undefined fields, and objects and lists of nothing else. */
export function stated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stated).filter((item) => item !== undefined);
  if (value === null || typeof value !== 'object') return value === '' ? undefined : value;
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, stated(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export const list = (text: string, separator: string): string[] | undefined => {
  const items = [
    ...new Set(
      text
        .split(separator)
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  ];
  return text.trim() === '' ? undefined : items;
};

/** The host of an address, without `www.`, unless it or a domain above it is one of the shared hosts. */
export function hostOf(address: string, shared: string[]): string | undefined {
  if (address === '') return undefined;
  const { hostname } = new URL(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`);
  const host = hostname.replace(/^www\./, '').replace(/\.$/, '');
  return shared.some((each) => `.${host}`.endsWith(`.${each}`)) ? undefined : host;
}
