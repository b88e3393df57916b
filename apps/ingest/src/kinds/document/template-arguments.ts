/** The arguments of a site generator's tag, `"positional"` or `name="named"`, in order. */
export interface TagArguments {
  name: string;
  positional: string[];
  named: Map<string, string>;
}

const QUOTED = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|` + '`[^`]*`';
// Hugo and Jekyll write name=value, Liquid's newer includes name: value.
const ARGUMENT = new RegExp(String.raw`(?:([\w-]+)\s*(?:=|:(?=\s))\s*)?(${QUOTED}|[^\s,|"'=]+)`, 'g');

/** Reads `name argument argument …` as Hugo shortcodes, Liquid tags and Jekyll includes write them. */
export function readArguments(text: string): TagArguments {
  const match = /^\s*(\/?[\w./-]*)\s*([\s\S]*)$/.exec(text)!;
  const found: TagArguments = { name: match[1]!.toLowerCase(), positional: [], named: new Map() };
  for (const [, key, value] of match[2]!.matchAll(ARGUMENT)) {
    if (key === undefined) found.positional.push(unquote(value!));
    else found.named.set(key.toLowerCase(), unquote(value!));
  }
  return found;
}

/** The text inside quotes, its escapes read and its white space folded. */
export function unquote(text: string): string {
  const quote = /^["'`]/.exec(text)?.[0];
  const inner = quote === undefined ? text : text.slice(1, -1);
  return (quote === '`' ? inner : inner.replace(/\\(.)/gs, '$1')).replace(/\s+/g, ' ').trim();
}

/** The first named argument of these names that is not blank. */
export function named(found: TagArguments, ...keys: string[]): string | undefined {
  return keys.map((key) => found.named.get(key)).find((value) => value !== undefined && value !== '');
}
