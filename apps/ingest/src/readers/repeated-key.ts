/**
 * A key that an object of a JSON text has twice, as it is written; undefined where there is none. The parser takes the
 * last one without a word.
 * @param value what the text says
 */
export function repeatedKey(text: string, value: unknown): string | undefined {
  // What is written as we write it, with every key, has none: most texts are.
  return JSON.stringify(value).length === text.length ? undefined : findRepeated(text);
}

function findRepeated(text: string): string | undefined {
  /** The keys of the objects that are open; a list has none. */
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') open.push(new Set());
    else if (character === '}' || character === ']') open.pop();
    if (character !== '"') continue;
    const start = at + 1;
    for (at = start; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    const written = text.slice(start, at);
    const isKey = /^\s*:/.test(text.slice(at + 1, at + 100));
    if (isKey && open.at(-1)!.has(written)) return written;
    if (isKey) open.at(-1)!.add(written);
  }
  return undefined;
}
