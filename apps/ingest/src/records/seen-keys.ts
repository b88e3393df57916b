import { insertRows, openDatabase } from '@dossier/store';
import type { SeenKeys } from '../kinds/kind.ts';
import type { Place } from '../rows/types.ts';

/** The seen keys of a whole load, batch by batch. */
export interface LoadKeys {
  batch(places: Place[]): SeenKeys & {
    /** Keeps the keys that the batch added. Call it once the batch is stored. */
    keep(): Promise<void>;
  };
  close(): Promise<void>;
}

const MAX_KEYS = 10_000;

/**
 * Keeps the natural keys of a load in a scratch database, so that millions of them take no memory. SQLite stores an
 * unnamed database in a temporary file, which is deleted when the program ends.
 */
export async function openSeenKeys(): Promise<LoadKeys> {
  const scratch = openDatabase('sqlite:');
  await scratch.raw('pragma synchronous = off');
  await scratch.schema.createTable('seen_keys', (table) => {
    table.text('key').primary();
    table.text('place').notNullable();
  });
  return {
    batch: (places) => {
      const known = new Map<string, string>();
      const added = new Map<string, string>();
      const placeOf = (index: number) => `${places[index]!.file} row ${places[index]!.row}`;
      return {
        placeOf,
        read: async (keys) => {
          const distinct = [...new Set(keys)];
          for (let start = 0; start < distinct.length; start += MAX_KEYS) {
            const part = distinct.slice(start, start + MAX_KEYS);
            const rows = await scratch<{ key: string; place: string }>('seen_keys').whereIn('key', part);
            for (const { key, place } of rows) known.set(key, place);
          }
        },
        find: (key) => known.get(key),
        add: (key, index) => {
          if (known.has(key)) return;
          const place = placeOf(index);
          known.set(key, place);
          added.set(key, place);
        },
        keep: async () => {
          const rows = [...added].map(([key, place]) => ({ key, place }));
          await scratch.transaction((trx) => insertRows(trx, 'seen_keys', rows, { ignoreBy: 'key' }));
        },
      };
    },
    close: () => scratch.destroy(),
  };
}
