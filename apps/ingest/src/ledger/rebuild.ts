import {
  groupBy,
  inParts,
  liveStatements,
  mergeStatements,
  missingFields,
  recordOf,
  type Content,
  type Rebuilt,
} from '@dossier/shared';
import {
  commit,
  followWinner,
  mergedDomains,
  readRanks,
  readStatements,
  statementOf,
  tallyChanges,
  type CompanyRow,
  type StatementRow,
  type StoredStatement,
  type Trx,
} from '@dossier/store';
import { LoadError } from '../rows/types.ts';
import { changesOfIds } from './companies/external-ids.ts';
import { kinds } from '../kinds/index.ts';
import { type Kind, type MergedRecord, type StatementRules } from '../kinds/kind.ts';
import { noSeenKeys } from './seen-keys.ts';
import { removeRecords } from './remove.ts';
import { upsert } from './upsert.ts';
import { identityOf, namingContent, overlaid } from './statements/content.ts';
import { statementsOfMerged } from './statements/merged.ts';
import { noStatements } from './statements/statements.ts';
import { readNames, type RecordId } from '../stored/storage.ts';

/** Records per batch. */
const STEP = 500;

/**
 * Stores the merged statements of records, in the writer's transaction. Records without a statement, or without a
 * required field, are removed.
 * @param ids the record ids that the statements have
 * @param restored receives the ids of restored records
 * @throws LoadError when a record cannot be what its statements say, such as for a domain that another company has now
 */
export async function rebuildRecords(
  trx: Trx,
  kind: Kind,
  ids: string[],
  now: string,
  restored: RecordId[] = [],
): Promise<Rebuilt> {
  const done: Rebuilt = { restored: 0, changed: 0, removed: 0 };
  const ranks = await readRanks(trx);
  for (const part of inParts(ids, STEP)) {
    const statements = await readStatements(trx, kind.name, part);
    const names = await readNames(trx, kind.storage, part.map(recordId(kind)));
    const whole: Whole[] = [];
    const gone: string[] = [];
    for (const id of part) {
      const said = (statements.get(id) ?? []).map((row) => statementOf(row, ranks));
      const record = wholeRecord(kind.statements!, liveStatements(said));
      if (!record) gone.push(id);
      else {
        const domain = names.get(recordId(kind)(id))?.key[0];
        whole.push({ id, domain, said, record: withDomain(kind, record, domain) });
      }
    }
    const all = gone.map(recordId(kind)).filter((id) => names.has(id));
    const remains = await kind.statements!.remains?.(trx, all);
    for (const [id, record] of remains ?? [])
      whole.push({ id: String(id), domain: undefined, said: [], record });
    const stored = all.filter((id) => !remains?.has(id));
    await removeWithChildren(trx, kind, stored, now);
    await forgetLive(trx, kind.name, gone, now);
    done.removed += stored.length;
    await storeWhole(trx, kind, whole, { statements, now, done, restored });
  }
  return done;
}

/** Stores all records of several sources again, because the ranks of sources have changed. Returns the changed ones. */
export async function rebuildShared(trx: Trx, now: string): Promise<Map<Kind, RecordId[]>> {
  const written = tallyChanges(trx);
  for (const kind of kinds.filter(({ statements }) => statements)) {
    const rows = await trx<StatementRow>('statements')
      .where({ kind: kind.name })
      .groupBy('record_id')
      .havingRaw('count(distinct source) > 1')
      .select('record_id');
    const ids = rows.map(({ record_id }) => record_id);
    // A deletion has no source.
    const names = await readNames(trx, kind.storage, ids.map(recordId(kind)));
    await rebuildRecords(
      trx,
      kind,
      ids.filter((id) => names.has(recordId(kind)(id))),
      now,
    );
  }
  const changed = groupBy(
    written().filter(({ after }) => after),
    ({ kind }) => kind,
  );
  return new Map(
    kinds.map((kind) => [kind, (changed.get(kind.name) ?? []).map(({ id }) => recordId(kind)(id))]),
  );
}

/** A record, merged from its statements. */
interface Whole extends MergedRecord {
  id: string;
  /** The domain of the stored company, or of the company that the stored record belongs to. */
  domain: string | undefined;
}

const recordId =
  (kind: Kind) =>
  (id: string): RecordId =>
    kind.storage.ofCompany ? id : Number(id);

function wholeRecord({ rulesOf }: StatementRules, live: StoredStatement[]): Content | undefined {
  const last = namingContent(live);
  if (!last) return undefined;
  const rules = rulesOf(last);
  const record = recordOf(mergeStatements(live, rules), rules);
  if (missingFields(record, rules).length > 0) return undefined;
  return overlaid(identityOf(last, rules), record);
}

/** The company of a record may have moved to another domain since. */
const withDomain = (kind: Kind, record: Content, domain: string | undefined): Content =>
  kind.storage.ofCompany && domain !== undefined ? { ...record, company: domain } : record;

async function storeWhole(
  trx: Trx,
  kind: Kind,
  whole: Whole[],
  {
    statements,
    now,
    done,
    restored,
  }: { statements: Map<string, StatementRow[]>; now: string; done: Rebuilt; restored: RecordId[] },
): Promise<void> {
  const isCompany = kind.name === 'company';
  const moved = whole.filter(({ domain, record }) => domain !== undefined && record['domain'] !== domain);
  if (isCompany) {
    // The former domain is known only as long as the record lists it.
    const back = moved.map(({ domain, record }) => ({
      domain: record['domain'],
      alternative_domains: [domain],
    }));
    await upsert(trx, kind, back, now, noSeenKeys);
  }
  const settled = await kind.statements!.settled?.(trx, whole, now);
  const records = settled ?? whole.map(({ record }) => record);
  const outcomes = await upsert(
    trx,
    kind,
    records.map((record) => without(record, ['external_id'])),
    now,
    noSeenKeys,
    noStatements,
    whole.map(({ id }) => id),
  );
  const known: string[] = [];
  const { ofCompany } = kind.storage;
  /** Returns the domain of the company that the unmarked statements about a record are of. */
  const ownerOf = ({ record, said }: Whole): string => {
    if (isCompany) return String(record['domain']);
    const own = said.findLast(({ content, mergedFrom }) => content !== null && mergedFrom == null);
    return String((own?.content ?? record)['company']);
  };
  const aliases = isCompany || ofCompany ? await mergedDomains(trx, whole.map(ownerOf)) : undefined;
  for (const [i, outcome] of outcomes.entries()) {
    const { id, domain, record } = whole[i]!;
    if (outcome.outcome === 'rejected') {
      // Its company is missing now, and would have been when the record was loaded.
      if (!isCompany && outcome.reason.startsWith('unknown company')) {
        await forgetLive(trx, kind.name, [id], now);
        continue;
      }
      const name = JSON.stringify(kind.nameOf(record));
      throw new LoadError(`The ${kind.name} ${name} cannot be what its sources say: ${outcome.reason}.`);
    }
    if (outcome.outcome === 'new') {
      done.restored++;
      restored.push(outcome.id);
    } else if (outcome.outcome === 'changed') done.changed++;
    // The company that has its domain now may have it of one that was merged into it: the statements are about that one.
    const alias = aliases?.get(ownerOf(whole[i]!));
    const isKept = String(outcome.id) === id;
    if (isKept && (isCompany || !alias)) continue;
    // Otherwise the stored company would stay without statements.
    if (isCompany && domain !== undefined)
      await rejectTakenDomain(trx, String(record['domain']), Number(outcome.id));
    // A company, document or category gets a new id when it is restored.
    const isJoined = !isKept && outcome.outcome !== 'new';
    if (isJoined) known.push(String(outcome.id));
    if (isCompany) await followWinner(trx, Number(id), Number(outcome.id), now);
    const rows = statements.get(id) ?? [];
    const marked = alias
      ? statementsOfMerged(rows, alias.merged_id)
      : rows.map(({ id: row }) => ({ id: Number(row) }));
    const own = marked.map((each) => ({ ...each, record_id: String(outcome.id) }));
    // Statements that a merge brings are stored last: those of this record, or of the stored one.
    if (!isJoined || !ofCompany) await commit(trx, now, { statements: { change: own } });
    else if (alias) await commit(trx, now, { statements: { move: own } });
    else {
      const stored = await readStatements(trx, kind.name, [String(outcome.id)]);
      await commit(trx, now, { statements: { change: own, move: [...stored.values()].flat() } });
    }
  }
  if (isCompany)
    await commit(trx, now, {
      changes: await changesOfIds(
        trx,
        whole.map(({ said }, i) => ({ id: Number((outcomes[i] as { id: RecordId }).id), said })),
      ),
    });
  // A source has loaded the record again since it was deleted: both have statements.
  if (known.length > 0) await rebuildRecords(trx, kind, known, now, restored);
}

const without = (record: Content, names: string[]): Content =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Removes records and their children, with the statements about the children. */
async function removeWithChildren(trx: Trx, kind: Kind, ids: RecordId[], now: string): Promise<void> {
  if (ids.length === 0) return;
  await removeRecords(trx, kind, ids, now);
  const ended = await trx<StatementRow>('statements')
    .where({ observed_at: now, source: '' })
    .whereNot({ kind: kind.name })
    .select('kind', 'record_id');
  for (const name of new Set(ended.map((row) => row.kind))) {
    const children = ended.filter((row) => row.kind === name).map(({ record_id }) => record_id);
    await forgetLive(trx, name, children, now);
  }
}

/**
 * Deletes the statements about removed records, and the note of this transaction that they are removed. Those before an
 * earlier deletion stay: undoing that brings them back. Held ones were never about the record.
 */
async function forgetLive(trx: Trx, kind: string, ids: string[], now: string): Promise<void> {
  const isOfNow = (row: StatementRow) => row.content_json === null && row.observed_at === now;
  const all = [...(await readStatements(trx, kind, ids)).values()];
  const live = all.flatMap((given) => {
    const rows = given.filter(({ held }) => !held);
    const before = rows.filter((row) => !isOfNow(row));
    const ended = before.findLastIndex(({ content_json }) => content_json === null);
    return [...rows.filter(isOfNow), ...before.slice(ended + 1)];
  });
  await commit(trx, now, { statements: { remove: live.map(({ id }) => Number(id)) } });
}

/**
 * Rejects the restore of a domain that now belongs to another company.
 * @param owner the id of that company
 * @throws LoadError always
 */
export async function rejectTakenDomain(trx: Trx, domain: string, owner: number): Promise<never> {
  const row = await trx<CompanyRow>('companies').where({ id: owner }).first('domain');
  const [what, way] =
    row!.domain === domain
      ? ['the main domain of another company', ', or delete that company']
      : [`a domain of ${row!.domain}`, ''];
  throw new LoadError(`${domain} is now ${what}. First undo the run that stored it there${way}.`);
}
