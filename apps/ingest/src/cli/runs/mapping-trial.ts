import { createHash } from 'node:crypto';
import { migrate, openDatabase, write, type Trx } from '@dossier/store';
import { companyKind } from '../../kinds/company/index.ts';
import { type Kind } from '../../kinds/kind.ts';
import { noSeenKeys } from '../../ledger/seen-keys.ts';
import { upsert } from '../../ledger/upsert.ts';
import { readReferences } from '../../ledger/resolve/read-references.ts';
import { namesCompany, type CompanyReference } from '../../fields/references.ts';
import { readFiles } from '../../readers/open.ts';
import { batches, type Valid } from '../../load/batch.ts';
import { readRecords } from '../../load/pipeline.ts';
import { createSeenKeys } from '../../load/seen-keys.ts';
import { printable } from '../../report/printable.ts';
import { countReject, countWarning, emptyReport, type Report } from '../../report/report.ts';
import { isObject, isReject, type Reject } from '../../rows/types.ts';

/** The result of a load of a file into an empty database. */
export interface Trial {
  /** Rows, warnings, and the rows that every load rejects. */
  report: Report;
  /** Rows that a load rejects unless their record or their company is stored. */
  unlessStored: Report;
  /** Rows by field, without rejected ones. */
  fields: Record<string, number>;
  /** The first record. */
  first: { row: number; record: unknown } | undefined;
}

const BATCH_SIZE = 500;

/**
 * Maps the rows of a file and stores them in an empty database, which is deleted. The companies that rows of other kinds
 * name are stored first, so that the kind checks the rest of the row.
 */
export async function tryMapping(kind: Kind, mapping: string, file: string): Promise<Trial> {
  const trial: Trial = {
    report: emptyReport(kind.plural, true),
    unlessStored: emptyReport(kind.plural, true),
    fields: {},
    first: undefined,
  };
  // SQLite stores an unnamed database in a temporary file, which is deleted when it is closed.
  const db = openDatabase('sqlite:');
  const scratch = openDatabase('sqlite:');
  try {
    const seenKeys = await createSeenKeys(scratch);
    await migrate(db);
    const records = readRecords({ kind, items: readFiles(kind, [file], { mapping }) });
    for await (const batch of batches(records, BATCH_SIZE, () => 0)) {
      const valid = batch.filter((each): each is Valid => !isReject(each));
      const keys = seenKeys.batch(valid);
      const rows = valid.map(({ record }) => record);
      const stored = await write(db, async (trx, now) => {
        if (kind.storage.ofCompany) await storeCompanies(trx, rows as CompanyReference[], now);
        return rows.length > 0 ? upsert(trx, valid[0]!.kind ?? kind, rows, now, keys) : [];
      });
      await keys.keep();
      let next = 0;
      for (const each of batch) {
        const outcome = isReject(each) ? undefined : stored[next++]!;
        const reason = isReject(each)
          ? each.reason
          : outcome?.outcome === 'rejected'
            ? outcome.reason
            : undefined;
        if (outcome && outcome.outcome !== 'rejected') note(trial, each as Valid, outcome.warnings);
        else if (outcome && NEEDS_STORED.test(reason!)) {
          note(trial, each as Valid);
          countReject(trial.unlessStored, rejectOf(each, reason!), true);
        } else countReject(trial.report, rejectOf(each, reason!), true);
      }
    }
    return trial;
  } finally {
    await scratch.destroy();
    await db.destroy();
  }
}

/** The classes of rows that a database with other records may accept. */
const NEEDS_STORED = /^(?:unknown|missing (?:domain|field)|ambiguous company|contradicting)\b/;

const rejectOf = ({ file, row, raw, isText }: Omit<Reject, 'reason'>, reason: string): Reject => ({
  file,
  row,
  raw,
  ...(isText && { isText }),
  reason: printable(reason),
});

function note(trial: Trial, { file, row, record, warnings }: Valid, more: string[] = []): void {
  const { report, fields } = trial;
  report.read++;
  trial.first ??= { row, record };
  for (const field of fieldsOf(record)) fields[field] = (fields[field] ?? 0) + 1;
  for (const warning of [...warnings, ...more]) countWarning(report, printable(warning), { file, row });
}

/** The dotted names of the values of a record. */
const fieldsOf = (value: unknown): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        isObject(inner) ? fieldsOf(inner).map((each) => `${key}.${each}`) : inner === undefined ? [] : [key],
      )
    : [];

/** Stores the companies that records name, unless they are stored already. */
async function storeCompanies(trx: Trx, records: CompanyReference[], now: string): Promise<void> {
  const found = await readReferences(trx, records);
  const unknown = records.filter((each) => namesCompany(each) && !found.company(each));
  const companies = new Map(unknown.map((each) => [JSON.stringify(namesOf(each)), companyOf(each)]));
  await upsert(trx, companyKind, [...companies.values()], now, noSeenKeys);
}

const namesOf = (each: CompanyReference) => [
  each.company,
  each.company_cik,
  each.company_ticker,
  each.company_external_id,
  each.company_name,
];

function companyOf(named: CompanyReference) {
  const hash = createHash('sha256')
    .update(JSON.stringify(namesOf(named)))
    .digest('hex')
    .slice(0, 16);
  const {
    company = `${hash}.example`,
    company_name,
    company_cik,
    company_ticker,
    company_external_id,
  } = named;
  return companyKind.record.parse({
    domain: company,
    name: company_name ?? company,
    type: 'private',
    cik: company_cik,
    ...(company_ticker !== undefined && { listings: [{ ticker: company_ticker }] }),
    ...(named.source !== undefined && { source: named.source, external_id: company_external_id }),
  });
}
