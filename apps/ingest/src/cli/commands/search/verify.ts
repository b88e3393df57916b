import { verify, type Verified } from '../../../index/verify.ts';
import { printWaiting } from '../../../report/report.ts';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import type { VerifyFlags } from '../../flags.ts';
import { countBar } from '../../runs/progress.ts';
import { logTask } from '../../runs/run-log.ts';
import { withEngine } from '../../search-engine.ts';

/** Compares the index with the database and repairs it on request. */
export async function runVerify(io: Io, { json, repair }: VerifyFlags): Promise<number> {
  const config = readConfig(io.env);
  return withDatabase(config, (db) =>
    withEngine(config, db, async (search) => {
      const bar = json ? undefined : countBar(io.terminal);
      const found = await logTask(
        { db, stop: io.stop },
        { command: 'verify', source: repair ? '--repair' : '' },
        () => verify({ db, search, repair, onProgress: bar?.update }).finally(() => bar?.stop()),
        ({ alike, missing, stale, surplus, waiting, damage, totals, repaired = 0, seconds }) => ({
          ...{ alike, missing, stale, surplus, waiting, damages: damage.length, totals, repaired, seconds },
        }),
      );
      io.out(`${json ? JSON.stringify(found, undefined, 2) : printVerified(found)}\n`);
      const isAlike = found.missing + found.stale + found.surplus + found.totals === 0;
      const isWhole = found.damage.length === 0;
      return isWhole && (isAlike || found.repaired !== undefined) ? exitCode.done : exitCode.differs;
    }),
  );
}

function printVerified(found: Verified): string {
  const { alike, waiting, missing, stale, surplus, damage, totals, tables, first } = found;
  const { repaired, problem, seconds } = found;
  const lines = [
    `Search: ${alike} alike, ${missing} missing, ${stale} stale, ${surplus} surplus, ${waiting} waiting (${seconds} s)`,
    ...first.map(({ difference, type, id }) => `  ${difference} ${type} ${id}`),
  ];
  const differences = missing + stale + surplus;
  if (differences > first.length) lines.push('  …');
  if (totals > 0) {
    const names = Object.entries(tables).map(([table, n]) => `${n} in ${table}`);
    lines.push(
      `Database: ${totals} totals and places in lists differ from their tables: ${names.join(', ')}`,
    );
  }
  if (waiting > 0) lines.push(printWaiting(waiting));
  lines.push(...damage.map((what) => `Damaged: ${what}`));
  if (damage.length > 0) lines.push('Rebuild the index with: npm run ingest -- reindex');
  if (problem !== undefined) lines.push(`Not repaired, the search engine is unavailable: ${problem}`);
  else if (repaired !== undefined) lines.push(`Repaired: ${repaired}`);
  else if (differences + totals > 0) lines.push('Repair them with: npm run ingest -- verify --repair');
  return lines.join('\n');
}
