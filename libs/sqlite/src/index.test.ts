import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { fromSource } from '@dossier/shared/testing';
import { openSqlite } from './index.ts';

const root = join(import.meta.dirname, '../../..');

describe('the driver of SQLite', () => {
  it('opens a database with full-text search', () => {
    const db = openSqlite(':memory:');
    db.exec("create virtual table t using fts5(a); insert into t values ('amber basalt')");
    expect(db.prepare("select a from t where t match 'basalt'").all()).toEqual([{ a: 'amber basalt' }]);
    db.close();
  });

  it('survives forced garbage collections, and workers that end while statements are open', async () => {
    const code = `
      import { Worker } from 'node:worker_threads';
      import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
      for (let i = 0; i < 50; i++) {
        const db = openSqlite(':memory:');
        db.function('twice', (n) => 2 * n);
        for (const row of db.prepare('select twice(1) union select twice(2)').iterate()) if (row) break;
        if (i % 2) db.close();
        gc();
      }
      const inWorker = "import { parentPort, workerData } from 'node:worker_threads';" +
        "const { openSqlite } = await import(workerData);" +
        "const rows = openSqlite(':memory:').prepare('select 1 union select 2').iterate();" +
        "rows.next(); parentPort.postMessage('open'); setInterval(() => rows, 1000);";
      for (let i = 0; i < 2; i++) {
        const workerData = ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
        const worker = new Worker(inWorker, { eval: true, workerData });
        await new Promise((open, fail) => worker.once('message', open).once('error', fail));
        if (i % 2) await worker.terminate(); else void worker.terminate();
        gc();
      }
      console.log('whole');`;
    const options = ['--expose-gc', ...fromSource, '--input-type=module', '-e', code];
    const { stdout } = await promisify(execFile)(process.execPath, options, {
      env: { PATH: process.env['PATH'] },
    });
    expect(stdout).toBe('whole\n');
  });

  it('needs no compiler: package-lock.json has "gypfile": false, which `npm install` removes', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { gypfile?: boolean }>;
    };
    // npm reads only the lock file, and would otherwise run node-gyp for every package that has a binding.gyp.
    expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
  });
});
