import { insertRows, openDatabase } from '@dossier/store';
import type { Claims } from '../kinds/kind.ts';
import type { Place } from '../rows/types.ts';

/** The claims of a whole load, batch by batch. */
export interface LoadClaims {
  batch(places: Place[]): Claims & {
    /** Keeps what the batch took; called once the batch is stored. */
    keep(): Promise<void>;
  };
  close(): Promise<void>;
}

const MAX_KEYS = 10_000;

/**
 * Remembers the natural keys of a load in a scratch database, so that millions of them take no memory. SQLite keeps
 * one without a name in a temporary file that is gone when the program ends, however it ends.
 */
export async function openClaims(): Promise<LoadClaims> {
  const scratch = openDatabase('sqlite:');
  await scratch.raw('pragma synchronous = off');
  await scratch.schema.createTable('claims', (table) => {
    table.text('key').primary();
    table.text('place').notNullable();
  });
  return {
    batch: (places) => {
      const known = new Map<string, string>();
      const taken = new Map<string, string>();
      return {
        read: async (keys) => {
          const wanted = [...new Set(keys)];
          for (let start = 0; start < wanted.length; start += MAX_KEYS) {
            const part = wanted.slice(start, start + MAX_KEYS);
            const rows = await scratch<{ key: string; place: string }>('claims').whereIn('key', part);
            for (const { key, place } of rows) known.set(key, place);
          }
        },
        earlier: (key) => known.get(key),
        take: (key, index) => {
          if (known.has(key)) return;
          const { file, row } = places[index]!;
          const place = `${file} row ${row}`;
          known.set(key, place);
          taken.set(key, place);
        },
        keep: async () => {
          const rows = [...taken].map(([key, place]) => ({ key, place }));
          await scratch.transaction((trx) => insertRows(trx, 'claims', rows, { ignoreBy: 'key' }));
        },
      };
    },
    close: () => scratch.destroy(),
  };
}
