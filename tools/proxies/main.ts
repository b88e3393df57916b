import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureOrganization, generateApiKey, openDatabase, registerApiKey } from '@dossier/store';
import { startPostgres } from '@dossier/store/testing';
import { fillIfEmpty } from '../sample/fill.ts';
import { checksumOf, proxies, versionOf } from './proxies.ts';
import { rollingRestart } from './run.ts';

/**
 * `npm run test:proxies -- [--proxies caddy,nginx] [--rounds 5] [--rate 40]`: restarts two replicas one after the other
 * behind each proxy, under load, and exits with 1 if a request failed. The proxies must be installed.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      proxies: { type: 'string', default: 'caddy,nginx' },
      rounds: { type: 'string', default: '5' },
      rate: { type: 'string', default: '40' },
    },
  });
  const names = values.proxies.split(',');
  const chosen = proxies.filter(({ name }) => names.includes(name));
  if (chosen.length !== names.length) throw new Error('--proxies must be caddy, nginx, or both.');
  const [rounds, rate] = [Number(values.rounds), Number(values.rate)];
  const versions = new Map(chosen.map((proxy) => [proxy, versionOf(proxy)]));
  const folder = mkdtempSync(join(tmpdir(), 'dossier-proxies-'));
  const postgres = await startPostgres();
  const settings = {
    DATABASE_URL: postgres.url,
    SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
    ADMIN_PORT: 'off',
    RATE_LIMITS: 'off',
    REQUEST_LIMITS: 'off',
  };
  let failures = 0;
  try {
    await fillIfEmpty(
      { databaseUrl: settings.DATABASE_URL, searchUrl: settings.SEARCH_URL, searchKey: undefined },
      () => {},
    );
    const key = await newKey(postgres.url);
    const date = new Date().toISOString().slice(0, 10);
    print(`${date}, Node ${process.version.slice(1)}, ${cpus().length} cores, ${rate} requests per second.`);
    print('| proxy | file, SHA-256 | restarts | requests | failed | p50 | p99 | slowest | replica 1, 2 |');
    for (const proxy of chosen) {
      const { restarts, times, failed, answered } = await rollingRestart(proxy, {
        folder,
        settings,
        key,
        rounds,
        rate,
      });
      const at = (share: number) =>
        `${times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1)} ms`;
      const cells = [
        `${proxy.name} ${versions.get(proxy)}`,
        `\`${proxy.file}\` \`${checksumOf(proxy)}\``,
        restarts,
        times.length,
        failed.length,
        ...[0.5, 0.99, 1].map(at),
        answered.join(', '),
      ];
      print(`| ${cells.join(' | ')} |`);
      for (const each of failed.slice(0, 20)) print(JSON.stringify(each));
      failures += failed.length;
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return failures === 0 ? 0 : 1;
}

async function newKey(databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl);
  try {
    const key = generateApiKey();
    await registerApiKey(db, key, await ensureOrganization(db, 'Test partner', 'Platforms'));
    return key;
  } finally {
    await db.destroy();
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

process.exitCode = await main();
