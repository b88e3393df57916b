import type { Kind } from '../kinds/kind.ts';
import type { Outcome } from '../ledger/outcome.ts';
import { countOutcome, countReject, countWarning, type Report } from '../report/report.ts';
import type { Checked, Unchecked, Valid } from './batch.ts';
import type { LoadKeys } from './seen-keys.ts';
import { storeRows } from './store-rows.ts';
import type { Gaps } from '../guards/gaps.ts';
import { namedRecords, type FeedDiff } from '../guards/missing.ts';
import { printable } from '../report/printable.ts';
import type { NoteProgress, RunInTransaction } from '../guards/transaction.ts';
import type { LoadStatements } from '../ledger/statements/statements.ts';
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

type Stored = { rejects: Reject[]; keys: ReturnType<LoadKeys['batch']> };

/** Stores a batch, whose records are of one kind, in one transaction, and counts it. Returns its rejects in order. */
export async function storeBatch(
  inTransaction: RunInTransaction,
  batch: (Checked | Unchecked)[],
  { report, gaps, seenKeys, statements, kind, feedDiff, recorder, note }: BatchContext,
): Promise<Reject[]> {
  const batchKind = batch.find((each): each is Valid | Unchecked => !isReject(each))?.kind ?? kind;
  const isOwn = batchKind.name === kind.name;

  const count = (rows: (Checked | Unchecked)[], outcomes: Outcome[]): Reject[] => {
    const rejects = rows.flatMap((each, i): Reject[] => {
      const { file, row } = each;
      const result = outcomes[i]!;
      if (result.outcome === 'rejected') {
        const { raw, isText } = each as Checked;
        const reject = { file, row, reason: printable(result.reason), raw, isText };
        countReject(report, reject, isOwn || isReject(each));
        return [reject];
      }
      if (isOwn) countOutcome(report, result);
      else if (result.outcome === 'new') report.companiesCreated++;
      const warnings = 'warnings' in each ? each.warnings : [];
      for (const warning of [...warnings, ...(result.warnings ?? [])])
        countWarning(report, printable(warning), { file, row });
      return [];
    });
    const hiding = rows.filter(isReject).find(({ hidesRows }) => hidesRows);
    if (hiding) gaps.hiding ??= { file: hiding.file, row: hiding.row, reason: hiding.reason };
    return rejects;
  };

  const work: Parameters<typeof inTransaction<Stored>>[0] = async (trx, now) => {
    const { rows, outcomes, keys } = await storeRows(trx, now, batch, {
      kind: batchKind,
      seenKeys,
      statements,
    });
    if (feedDiff) {
      const seen = isOwn ? outcomes.flatMap((each) => (each.outcome === 'rejected' ? [] : [each.id])) : [];
      const unparsed = rows.filter(isReject);
      const refused = rows.filter(
        (each, i) => !isReject(each) && isOwn && outcomes[i]!.outcome === 'rejected',
      );
      const named = await namedRecords(trx, kind, unparsed, now);
      const others = refused.map((each) => ({ given: [(each as Valid).record] }));
      // These rows could be read, so they are not `unread`, even if no stored record has their keys.
      const { ids } = await namedRecords(trx, kind, others, now);
      gaps.unread += named.unread;
      await feedDiff.saw([...seen, ...named.ids, ...ids]);
    }
    const results = outcomes.map((outcome, i) => ({ file: rows[i]!.file, row: rows[i]!.row, outcome }));
    await recorder?.batch(trx, batchKind, results);
    const rejects = count(rows, outcomes);
    await note?.(trx, report);
    return { rejects, keys };
  };
  if (batch.every(isReject) && !feedDiff && !recorder)
    return count(
      batch,
      batch.map(({ reason }) => ({ outcome: 'rejected', reason })),
    );
  const { rejects, keys } = await inTransaction(work);
  await keys.keep();
  return rejects;
}
