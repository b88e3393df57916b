/** How many rows one JSON text has. */
const AT_ONCE = 1000;
/** How many characters it has, unless one row has more. Five hundred documents could take a text of 500 million. */
const MAX_CHARACTERS = 16_000_000;

/** Yields rows as lists in JSON, which Postgres reads as rows. */
export function* jsonParts(rows: object[]): Generator<string> {
  let [part, length]: [string[], number] = [[], 0];
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (part.length === AT_ONCE || (part.length > 0 && length + json.length > MAX_CHARACTERS)) {
      yield `[${part.join(',')}]`;
      [part, length] = [[], 0];
    }
    part.push(json);
    length += json.length;
  }
  if (part.length > 0) yield `[${part.join(',')}]`;
}
