import type { Kind, Outcome } from '../kinds/kind.ts';
import { countOutcome, countReject, countWarning, type Report } from '../report/report.ts';
import type { Checked, Valid } from './batch.ts';
import type { LoadKeys } from './seen-keys.ts';
import type { Gaps } from '../guards/gaps.ts';
import { namedRecords, type FeedDiff } from '../guards/missing.ts';
import { printable } from '../report/printable.ts';
import type { NoteProgress, RunInTransaction } from '../guards/transaction.ts';
import type { LoadStatements } from '../kinds/statements.ts';
import { isReject, type Reject } from '../rows/types.ts';
import type { ChangeRecorder } from './change-recorder.ts';

/** What all batches of a load share. */
interface BatchContext {
  report: Report;
  gaps: Gaps;
  seenKeys: LoadKeys;
  statements: LoadStatements;
  kind: Kind;
  feedDiff: FeedDiff | undefined;
  recorder: ChangeRecorder | undefined;
  note: NoteProgress | undefined;
}

/** Stores a batch, whose records are of one kind, in one transaction, and counts it. Returns its rejects in order. */
export async function storeBatch(
  run: RunInTransaction,
  batch: Checked[],
  { report, gaps, seenKeys, statements, kind, feedDiff, recorder, note }: BatchContext,
): Promise<Reject[]> {
  const valid = batch.filter((each): each is Valid => !isReject(each));
  const batchKind = valid[0]?.kind ?? kind;
  const batchKeys = seenKeys.batch(valid);
  const isOwn = batchKind.name === kind.name;

  const count = (outcomes: Outcome[]): Reject[] => {
    const rejects = outcomes.flatMap((result, i): Reject[] => {
      const { file, row, raw, isText } = batch[i]!;
      if (result.outcome === 'rejected') {
        const reject = { file, row, reason: printable(result.reason), raw, isText };
        countReject(report, reject, isOwn || isReject(batch[i]!));
        return [reject];
      }
      if (isOwn) countOutcome(report, result.outcome);
      else if (result.outcome === 'new') report.companiesCreated++;
      const { warnings } = batch[i] as Valid;
      for (const warning of [...warnings, ...(result.warnings ?? [])])
        countWarning(report, printable(warning), { file, row });
      return [];
    });
    const hiding = batch.filter(isReject).find(({ hidesRows }) => hidesRows);
    if (hiding) gaps.hiding ??= { file: hiding.file, row: hiding.row, reason: hiding.reason };
    return rejects;
  };

  const work: Parameters<typeof run<Reject[]>>[0] = async (trx, now) => {
    const values = valid.map(({ record }) => record);
    const stored =
      values.length > 0
        ? await batchKind.upsert(trx, values, now, batchKeys, statements.batch(valid, now))
        : [];
    let next = 0;
    const outcomes = batch.map((each): Outcome =>
      isReject(each) ? { outcome: 'rejected', reason: each.reason } : stored[next++]!,
    );
    if (feedDiff) {
      const seen = isOwn ? outcomes.flatMap((each) => (each.outcome === 'rejected' ? [] : [each.id])) : [];
      const unparsed = batch.filter(isReject);
      const refused = batch.filter(
        (each, i) => !isReject(each) && isOwn && outcomes[i]!.outcome === 'rejected',
      );
      const named = await namedRecords(trx, kind, unparsed, now);
      const others = refused.map((each) => ({ given: [(each as Valid).record] }));
      // These rows could be read, so they are not `unread`, even if no stored record has their keys.
      const { ids } = await namedRecords(trx, kind, others, now);
      gaps.unread += named.unread;
      await feedDiff.saw([...seen, ...named.ids, ...ids]);
    }
    const results = outcomes.map((outcome, i) => ({ file: batch[i]!.file, row: batch[i]!.row, outcome }));
    await recorder?.batch(trx, batchKind, results);
    const rejects = count(outcomes);
    await note?.(trx, report);
    return rejects;
  };
  const isEmpty = valid.length === 0 && !feedDiff && !recorder;
  const rejects = isEmpty
    ? count(batch.map((each) => ({ outcome: 'rejected', reason: (each as Reject).reason })))
    : await run(work);
  await batchKeys.keep();
  return rejects;
}
