import { setTimeout as sleep } from 'node:timers/promises';
import { fail, invalid } from '@dossier/shared';
import { currentEpoch } from '@dossier/store';
import { FilesError, type ByteRange } from '@dossier/store/files';
import { Answer, FileBody } from '../../http/endpoint.ts';
import { JsonText } from '../../rows/json-text.ts';
import { route, type Context, type Route } from '../../services.ts';
import type { Snapshot } from '../../snapshots/manifest.ts';
import type { RecordViews } from '../../snapshots/rows.ts';
import { withAddresses } from '../../views/companies.ts';
import { verified } from '../../views/embed.ts';
import * as contract from './contract.ts';
import { keyOf, readChecksums, readSome, type Source } from './read.ts';
import { viewNext, viewSnapshot } from './view.ts';

/** When to ask again for what a bucket did not return. */
const AGAIN_SECONDS = 10;
/** A client waits no longer for a bucket. */
const WAIT_MS = 5000;
const TYPES = { ndjson: 'application/gzip', parquet: 'application/vnd.apache.parquet' };

/**
 * Returns the snapshots of the database, newest first. The place may have others: of the state before a restore, or of
 * another database that was served from the same place.
 */
async function snapshotsOf({ db, snapshots }: Context): Promise<Snapshot[]> {
  const [found, epoch] = [await answered(snapshots.list()), await currentEpoch(db)];
  return found.filter((each) => each.epoch === epoch);
}

/** Waits for the bucket. @throws 503 if it does not answer in time; 404 if a file was deleted meanwhile */
const answered = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, late()]).catch((error: unknown) => {
    if (!(error instanceof FilesError)) throw error;
    if (error.isMissing) throw fail('not_found');
    const unavailable = fail('snapshots_unavailable', { seconds: AGAIN_SECONDS });
    unavailable.headers['Retry-After'] = String(AGAIN_SECONDS);
    throw unavailable;
  });

async function late(): Promise<never> {
  await sleep(WAIT_MS, undefined, { ref: false });
  throw new FilesError('The bucket took too long to answer.');
}

/** Returns the routes of snapshots and of the records that they consist of. @param views how each record is shown */
export function routes(views: RecordViews): Route[] {
  const sourceOf = (context: Context, kind: Source['kind']): Source => ({
    db: context.db,
    views,
    kind,
    publicUrl: context.publicUrl,
    fill: (text) => withAddresses(text, context),
  });
  return [
    route(contract.listSnapshots, async (context) => {
      const { publicUrl, signingKeys, clock } = context;
      const [key] = await signingKeys();
      if (!key) throw new Error('No key exists to sign addresses with.');
      const snapshots = await snapshotsOf(context);
      return { snapshots: snapshots.map((each) => viewSnapshot(each, publicUrl, key, clock())) };
    }),
    route(contract.getSnapshotFile, async (context, { snapshot_file: subject, look, signature }) => {
      const { address } = await verified(context, { kind: 'snapshot-file', subject, look, signature });
      const [id, place] = address.subject.split('~');
      const snapshot = (await snapshotsOf(context)).find((each) => each.id === id);
      const file = snapshot?.files[Number(place)];
      if (!snapshot || !file) throw fail('not_found');
      const read = (range: ByteRange) => answered(context.snapshots.read(snapshot, file, range));
      return new Answer(new FileBody(file.bytes, read), {
        headers: {
          'Content-Type': TYPES[file.format],
          'Content-Disposition': `attachment; filename="${snapshot.id}-${file.name}"`,
          'Cache-Control': 'private, max-age=86400, immutable',
          ETag: `"${file.sha256}"`,
        },
      });
    }),
    route(contract.listRecords, async (context, { kind, ids, after, limit }) => {
      if (ids && after !== undefined) throw invalid('after', 'cannot be combined with ids');
      const selected = ids
        ? { keys: ids.map((id) => keyOf(kind, 'ids', id)) }
        : { after: after === undefined ? undefined : keyOf(kind, 'after', after), limit };
      const { seq, epoch, texts, last } = await readSome(sourceOf(context, kind), selected);
      const isLast = ids !== undefined || texts.length < limit;
      const records = new JsonText<never[]>(`[${texts.join(',')}]`);
      return { kind, seq, epoch, next_after: isLast ? null : viewNext(last), records };
    }),
    route(contract.getChecksums, async (context, { kind, after, limit, records }) => {
      const key = after === undefined ? undefined : keyOf(kind, 'after', after);
      const { rows, last, ...found } = await readChecksums(sourceOf(context, kind), key, limit);
      return {
        kind,
        ...found,
        next_after: viewNext(last),
        rows: rows.length,
        ...(records === 'true' && { records: rows }),
      };
    }),
  ];
}
