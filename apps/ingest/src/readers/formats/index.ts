import { kinds } from '../../kinds/index.ts';
import type { Kind, ReadDefaults } from '../../kinds/kind.ts';
import { csv, tsv } from './csv.ts';
import { json } from './json.ts';
import { ndjson } from './ndjson.ts';
import { pageFormat } from './page.ts';
import type { Format } from '../reader.ts';
import { xlsx } from './xlsx.ts';
import { yaml } from './yaml.ts';

/** Every format of rows. A new one is one file and one line here; for an unnamed text, the first that fits is used. */
export const formats: Record<string, Format> = { ndjson, json, csv, tsv, xlsx, yaml };

/** The names of all formats, those of single kinds too. */
export const formatNames: string[] = [
  ...new Set([...Object.keys(formats), ...kinds.flatMap((kind) => Object.keys(kind.formats ?? {}))]),
];

/** The formats that a kind is read from, its own first. */
export function formatsOf(kind: Kind, defaults: ReadDefaults = {}): Record<string, Format> {
  const pages = Object.entries(kind.formats ?? {});
  const own = pages.map(([name, page]): [string, Format] => [name, pageFormat(page, defaults)]);
  return { ...Object.fromEntries<Format>(own), ...formats };
}

/**
 * The extensions that a kind reads in a directory. Sites keep settings in YAML next to their pages, so a kind with pages
 * reads a YAML file only when it is named.
 */
export function extensionsOf(kind: Kind): Set<string> {
  const read = Object.values(formatsOf(kind)).filter((format) => !kind.formats || format !== yaml);
  return new Set(read.flatMap(({ extensions }) => extensions));
}
