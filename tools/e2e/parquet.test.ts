import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, type Client, type Kind, type Row, type Snapshot } from '@dossier/client';
import { snapshotKind } from '@dossier/shared';
import { until } from '@dossier/shared/testing';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { started, startProgram, type Program } from './program.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Adds up all numbers of a value by their path. Decimals are texts in the API, and numbers in Parquet. */
function addNumbers(value: unknown, path: string, sums: Map<string, number>): void {
  if (typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value)))
    sums.set(path, (sums.get(path) ?? 0) + Number(value));
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      addNumbers(inner, Array.isArray(value) ? `${path}[]` : `${path}.${name}`, sums);
}
const sumsOf = (rows: Row[]) => {
  const sums = new Map<string, number>();
  for (const row of rows) addNumbers(row, '', sums);
  // The order of additions differs.
  return [...sums].map(([path, sum]) => [path, Number(sum.toPrecision(12))]).sort();
};

describe('the Parquet files of a snapshot in DuckDB', () => {
  let database: TestDatabase;
  let folder: string;
  let program: Program;
  let client: Client;
  let snapshot: Snapshot;
  let duckdb: DuckDBConnection;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite', { migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'dossier-parquet-'));
    const settings = {
      DATABASE_URL: database.url,
      SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
      SNAPSHOT_DIR: join(folder, 'snapshots'),
    };
    program = await started(startProgram(['start'], settings));
    const [, key] = /Key: (\S+)/.exec(program.output())!;
    const [, url] = /answers at (\S+)/.exec(program.output())!;
    client = createClient({ url: url!, key: key! });
    snapshot = (await until(() => client.newestSnapshot(), { about: program.output }))!;
    for (const file of snapshot.files.filter(({ format }) => format === 'parquet')) {
      const bytes = await (await fetch(file.url)).arrayBuffer();
      writeFileSync(join(folder, `${file.kind}.parquet`), Buffer.from(bytes));
    }
    duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  });
  afterAll(async () => {
    duckdb?.closeSync();
    await program?.stop();
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const readKind = async (kind: string) => {
    const reader = await duckdb.runAndReadAll(
      `select to_json(t)::varchar as row from read_parquet('${join(folder, `${kind}.parquet`)}') as t`,
    );
    return reader.getRowObjects().map(({ row }) => JSON.parse(String(row)) as Row);
  };
  const served = async (kind: Kind) => {
    const rows: Row[] = [];
    for (let after: string | undefined; ;) {
      const page = await client.get('/api/v1/records/{kind}/', { kind, limit: 500, after });
      rows.push(...(page.records as Row[]));
      if (page.next_after === null) return rows;
      after = page.next_after;
    }
  };

  it.each(snapshotKind.options)('%s has the rows and the sums of the API', async (kind) => {
    const rows = await readKind(kind);
    const { rows: count } = snapshot.files.find((file) => file.kind === kind && file.format === 'parquet')!;
    expect(rows.length).toBe(count);
    if (kind === 'deletion' || kind === 'merge') return;
    const own = await served(kind);
    expect([own.length, sumsOf(own).length > 0]).toEqual([rows.length, true]);
    expect(sumsOf(rows)).toEqual(sumsOf(own));
  });
});
