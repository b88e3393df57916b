import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kind, Place, Row } from '../client.ts';
import { FinalError } from '../errors.ts';
import { COPIED, type Store } from '../store.ts';

/** Ids that are safe as names of files. */
const ID = /^[\w-]{1,100}$/;
/** Files that are written at once. */
const FILES_AT_ONCE = 32;

/** Returns a store in a folder: `<kind>/<id>.json` for each record, and `place.json`. Each file appears complete. */
export async function folderStore(path: string): Promise<Store> {
  for (const kind of COPIED) await mkdir(join(path, kind), { recursive: true });
  const placeFile = join(path, 'place.json');
  const fileOf = (kind: Kind, id: string) => {
    if (!ID.test(id)) throw new FinalError(`The id ${JSON.stringify(id)} cannot be the name of a file.`);
    return join(path, kind, `${id}.json`);
  };
  const put = async (file: string, value: unknown) => {
    await writeFile(`${file}.new`, JSON.stringify(value));
    await rename(`${file}.new`, file);
  };
  const rows = async function* (kind: Kind): AsyncGenerator<Row> {
    const files = (await readdir(join(path, kind))).filter((name) => name.endsWith('.json')).sort();
    for (const file of files) yield JSON.parse(await readFile(join(path, kind, file), 'utf8')) as Row;
  };
  return {
    place: async () => {
      const text = await readFile(placeFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return text === undefined ? undefined : (JSON.parse(text) as Place);
    },
    clear: async () => {
      await rm(placeFile, { force: true });
      for (const kind of COPIED) {
        await rm(join(path, kind), { recursive: true, force: true });
        await mkdir(join(path, kind));
      }
    },
    save: async (records, place) => {
      for (let from = 0; from < records.length; from += FILES_AT_ONCE)
        await Promise.all(
          records.slice(from, from + FILES_AT_ONCE).map(async ({ kind, id, row }) => {
            if (row) await put(fileOf(kind, id), row);
            else await rm(fileOf(kind, id), { force: true });
          }),
        );
      if (place) await put(placeFile, place);
    },
    rows,
    companiesOf: async (category) => {
      const found: number[] = [];
      for await (const { id, categories } of rows('company'))
        if ((categories as { id: number }[]).some((each) => each.id === category)) found.push(id as number);
      return found;
    },
    close: async () => {},
  };
}
