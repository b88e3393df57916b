import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openSqlite } from './index.ts';

const root = join(import.meta.dirname, '../../..');

describe('the driver of SQLite', () => {
  it('opens a database with full-text search', () => {
    const db = openSqlite(':memory:');
    db.exec("create virtual table t using fts5(a); insert into t values ('amber basalt')");
    expect(db.prepare("select a from t where t match 'basalt'").all()).toEqual([{ a: 'amber basalt' }]);
    db.close();
  });

  it('needs no compiler: package-lock.json has "gypfile": false, which `npm install` removes', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { gypfile?: boolean }>;
    };
    // npm reads only the lock file, and would otherwise run node-gyp for every package that has a binding.gyp.
    expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
  });
});
