import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { fail, invalid, isNumbered, recordId, type RecordKind } from '@dossier/shared';
import { currentEpoch, newestChange, type Db } from '@dossier/store';
import { readRecords, type RecordText, type RecordViews, type Selected } from '../../snapshots/rows.ts';

/** What all reads of records need. */
export interface Source {
  db: Db;
  views: RecordViews;
  kind: RecordKind;
  publicUrl: string;
  fill: (text: string) => string | Promise<string>;
}

const MAX_ID = 2 ** 31 - 1;

/** Returns the key of an id as the API shows it. @throws 400 if no record of the kind can have it */
export function keyOf(kind: RecordKind, field: string, id: string): string | number {
  if (!isNumbered(kind)) return kind === 'event' ? id.replace(/^(fr|st|ca|cm)_/, '') : id;
  if (/^\d{1,10}$/.test(id) && Number(id) <= MAX_ID) return Number(id);
  throw invalid(field, `must be ids of the kind ${kind}, which are whole numbers`);
}

/** Reads records, and the newest change before. */
export async function readSome(source: Source, selected: Selected) {
  const { db, views, kind, publicUrl, fill } = source;
  const place = await readPlace(db);
  const rows = await readRecords(db, views[kind], selected, publicUrl);
  return {
    ...place,
    texts: await Promise.all(rows.map(async ({ text }) => fill(text))),
    last: rows.at(-1)?.key,
  };
}

const readPlace = async (db: Db) => ({ seq: await newestChange(db), epoch: await currentEpoch(db) });

/** Rows that are read at once, so that other requests run in between. */
const BATCH = 250;
/** How often to read the first batch again after a write. */
const TRIES = 20;

/**
 * Reads the checksums of records. All of them are of the same moment: a write in between ends the range.
 * @throws 503 if each of many tries met a write
 */
export async function readChecksums(source: Source, after: string | number | undefined, limit: number) {
  const { db, views, kind, publicUrl, fill } = source;
  const place = await readPlace(db);
  const found: { id: string; sha256: string }[] = [];
  let hasMore = true;
  for (let tries = 0; found.length < limit && hasMore;) {
    const size = Math.min(BATCH, limit - found.length);
    const rows: RecordText[] = await readRecords(db, views[kind], { after, limit: size }, publicUrl);
    const now = await newestChange(db);
    if (now !== place.seq) {
      if (found.length > 0) break;
      if (++tries === TRIES) throw fail('database_busy', { seconds: 1 });
      place.seq = now;
      continue;
    }
    for (const { text } of rows) found.push(checksumOf(kind, JSON.parse(await fill(text)) as object));
    hasMore = rows.length === size;
    after = rows.at(-1)?.key ?? after;
    await turn();
  }
  const sha256 = createHash('sha256')
    .update(found.map((each) => each.sha256).join(''))
    .digest('hex');
  return { ...place, rows: found, sha256, last: hasMore ? after : undefined };
}

function checksumOf(kind: RecordKind, record: object) {
  const id = String((record as Record<string, unknown>)[recordId[kind]]);
  return { id, sha256: createHash('sha256').update(JSON.stringify(record)).digest('hex') };
}
