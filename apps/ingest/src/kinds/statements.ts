import { addContent, mergeStatements, parseTime, recordOf, type Content, type Rules } from '@dossier/shared';
import {
  addStatements,
  changeStatements,
  DEFAULT_SOURCE,
  LAST_RANK,
  readStatements,
  runOf,
  statementOf,
  type Db,
  type Saying,
  type StatementRow,
  type StoredStatement,
  type Trx,
} from '@dossier/store';
import type { Place } from '../rows/types.ts';
import type { RecordId } from './storage.ts';

/** How the statements of several sources about a record of a kind become one record. */
export interface StatementRules {
  /** Returns the rules of a record's fields. Fields without one identify the record. */
  rulesOf: (content: Content) => Rules;
  /** Returns what stored records say, as a source writes it. One statement per table. */
  stated: (db: Db | Trx, ids: RecordId[]) => Promise<Map<RecordId, Stated>>;
}

/** What a stored record says, without null. */
export interface Stated {
  content: Content;
}

/** A kind whose statements are kept. */
export interface StatedKind {
  name: string;
  statements?: StatementRules;
}

/** The record of a row once it is merged, and what to call when the row is accepted. */
export interface MergedRow<Given> {
  record: Given;
  keep: () => void;
}

/** The statements of a batch. */
export interface Statements {
  /** Reads the statements about stored records. One statement per batch. */
  read(trx: Trx, kind: StatedKind, ids: RecordId[]): Promise<void>;
  /**
   * Merges the record at that index of the batch with what other sources say about it. If there are none, the record
   * stays as it is: the kind merges it into the stored one.
   * @param target the stored record; a new one has no id until it is written
   * @param identity the fields that identify the record, in place of those that the source uses
   * @param match the match by name that led to the record, if only a name did; a new one has no id until it is stored
   */
  merge<Given extends object>(
    index: number,
    given: Given,
    target: { id: RecordId | undefined },
    identity: Content,
    match?: { id?: number },
  ): MergedRow<Given>;
  /** Stores the statements of accepted rows, once the records have ids. */
  write(trx: Trx): Promise<void>;
}

/** Stores no statements: for rows that are not loaded, and for records that are merged already. */
export const noStatements: Statements = {
  read: async () => {},
  merge: (_index, record) => ({ record, keep: () => {} }),
  write: async () => {},
};

/** Where the statements of a load come from. */
export interface LoadStatements {
  /** Returns the statements of a batch whose records are at these places. */
  batch(places: Place[], now: string): Statements;
}

/** A statement of the batch. */
interface Version {
  said: StoredStatement;
  text: string;
  earlier: Saying[];
  /** `new` is not stored yet. */
  state: 'stored' | 'changed' | 'new';
  target: { id: RecordId | undefined };
  /** Set for content that was stored before statements existed. */
  isSeed?: true;
  match?: { id?: number } | undefined;
}

/**
 * The time of what was stored before statements were kept: before all loads, so that a load counts whose `as_of` is
 * earlier than the upgrade.
 */
const BEFORE_ALL = '1970-01-01T00:00:00.000Z';

/** The most earlier runs with the same content that a statement lists. */
const MOST_EARLIER = 8;

/** Fields that identify or find a record. Statements do not contain them. */
const NAMING = new Set([
  ...['company', 'company_cik', 'company_ticker', 'company_external_id', 'company_name', 'company_country'],
  ...['source', 'match', 'as_of', 'only_new', 'columns'],
]);

/** Opens the statements of a load. @param ranks see `readRanks` */
export const loadStatements = (ranks: Map<string, number>): LoadStatements => ({
  batch: (places, now) => batchStatements(places, { now, ranks }),
});

function batchStatements(
  places: Place[],
  { now, ranks }: { now: string; ranks: Map<string, number> },
): Statements {
  let kind: StatedKind | undefined;
  let run: number | null = null;
  const versions = new Map<unknown, Version[]>();
  const accepted = new Set<Version>();
  const keyOf = (target: { id: RecordId | undefined }) =>
    target.id === undefined ? target : String(target.id);

  return {
    read: async (trx, { name, statements }, ids) => {
      kind = { name, ...(statements && { statements }) };
      run = runOf(trx);
      if (!statements) return;
      const stored = await readStatements(trx, name, ids.map(String));
      for (const [id, rows] of stored) {
        versions.set(
          id,
          rows.map((row) => versionOf(row, ranks)),
        );
      }
      const unknown = ids.filter((id) => !stored.has(String(id)));
      for (const seed of await seedsOf(trx, statements, unknown, ranks))
        versions.set(String(seed.target.id), [seed]);
    },

    merge: (index, given, target, identity, match) => {
      const rules = kind?.statements;
      if (!rules) return { record: given, keep: () => {} };
      const { source = DEFAULT_SOURCE, as_of, only_new } = given as Origin;
      const known = versions.get(keyOf(target)) ?? [];
      // Such a row keeps the stored record as it is.
      if (only_new && known.length > 0) return { record: given, keep: () => {} };
      const { file, row: line } = places[index] ?? { file: null, row: null };
      const said: StoredStatement = {
        ...{ id: 0, source, run, file, line },
        rank: ranks.get(source) ?? LAST_RANK,
        observedAt: (as_of === undefined ? undefined : parseTime(as_of)) ?? now,
        content: { ...identity, ...stripped(given) },
      };
      const live = liveOf(known);
      const own = live.filter((each) => each.said.source === source);
      const fresh: Version = {
        said,
        text: JSON.stringify(said.content),
        earlier: [],
        state: 'new',
        target,
        match,
      };
      const change = changeOf(own, fresh, rules);
      const after = change.replaces
        ? live.map((each) => (each === change.replaces ? change.version : each))
        : [...live, change.version];
      const isAlone = after.every(
        (each) => each.said.source === source && each.said.observedAt <= said.observedAt,
      );
      const merged = isAlone ? given : mergedRecord(given, after, rules);
      const keep = () => {
        const index = change.replaces ? known.indexOf(change.replaces) : -1;
        versions.set(
          keyOf(target),
          index < 0 ? [...known, change.version] : known.with(index, change.version),
        );
        if (change.replaces) accepted.delete(change.replaces);
        if (change.version.state !== 'stored') accepted.add(change.version);
        for (const each of known) if (each.state === 'new' && each !== change.replaces) accepted.add(each);
      };
      return { record: merged, keep };
    },

    write: async (trx) => {
      const all = [...accepted];
      const added = all.filter(({ state }) => state === 'new');
      await addStatements(
        trx,
        // Content from before statements existed comes first.
        [...added.filter(({ isSeed }) => isSeed), ...added.filter(({ isSeed }) => !isSeed)].map((each) =>
          rowOf(kind!.name, each),
        ),
      );
      await changeStatements(
        trx,
        all
          .filter(({ state }) => state === 'changed')
          .map((each) => ({ id: each.said.id, ...columnsOf(each) })),
      );
      accepted.clear();
    },
  };
}

interface Origin {
  source?: string;
  as_of?: string;
  only_new?: boolean;
}

const columnsOf = ({ said: { source, run, file, line, observedAt }, text, earlier, match }: Version) => ({
  ...{ source, run, file, line },
  content_json: text,
  observed_at: observedAt,
  earlier_json: earlier.length === 0 ? null : JSON.stringify(earlier),
  match_id: match?.id ?? null,
});

const rowOf = (kind: string, version: Version) => ({
  kind,
  record_id: String(version.target.id),
  ...columnsOf(version),
});

function versionOf(row: StatementRow, ranks: Map<string, number>): Version {
  return {
    said: statementOf(row, ranks),
    text: row.content_json ?? '',
    earlier: row.earlier_json === null ? [] : (JSON.parse(row.earlier_json) as Saying[]),
    state: 'stored',
    target: { id: row.record_id },
    match: row.match_id == null ? undefined : { id: row.match_id },
  };
}

const liveOf = (versions: Version[]): Version[] =>
  versions.slice(versions.findLastIndex(({ said }) => said.content === null) + 1);

/**
 * Returns the statement that a row makes: a new one, the last one of its source if it says the same, or that of the
 * same load with what the row adds.
 */
function changeOf(
  own: Version[],
  fresh: Version,
  { rulesOf }: StatementRules,
): { version: Version; replaces?: Version } {
  const last = own.findLast(({ said }) => own.every((each) => each.said.observedAt <= said.observedAt));
  const { run, observedAt, content } = fresh.said;
  const isOfLoad = last && (run === null ? last.state === 'new' && !last.isSeed : last.said.run === run);
  if (isOfLoad) {
    const both = addContent(last.said.content!, content!, rulesOf(content!));
    const text = JSON.stringify(both);
    if (text === last.text) return { version: last, replaces: last };
    const state = last.state === 'new' ? 'new' : 'changed';
    const match = last.match ?? fresh.match;
    return {
      version: { ...last, said: { ...last.said, content: both }, text, state, match },
      replaces: last,
    };
  }
  const isSame = (each: Version) => each.text === fresh.text || isPartOf(content!, each.said.content!);
  const repeated =
    last && isSame(last) && last.said.observedAt <= observedAt
      ? last
      : own.findLast((each) => each.said.observedAt === observedAt && isSame(each));
  if (!repeated) return { version: fresh };
  if (repeated.state === 'new') return { version: repeated, replaces: repeated };
  const { said, earlier } = repeated;
  const before: Saying[] = said.run === null ? [] : [[said.run, said.observedAt, said.file, said.line]];
  const version: Version = {
    ...repeated,
    said: { ...fresh.said, id: said.id, content: said.content },
    earlier: [...earlier, ...before].slice(-MOST_EARLIER),
    state: 'changed',
    match: fresh.match,
  };
  return { version, replaces: repeated };
}

/** Returns whether a row only adds items to lists, all of which the source has said before. */
function isPartOf(content: Content, before: Content): boolean {
  const added = Object.keys(content).filter((name) => name.startsWith('add_'));
  if (added.length === 0) return false;
  return Object.entries(content).every(([name, value]) => {
    if (!added.includes(name)) return JSON.stringify(value) === JSON.stringify(before[name]);
    const known = new Set(((before[name] ?? []) as unknown[]).map((item) => JSON.stringify(item)));
    return (value as unknown[]).every((item) => known.has(JSON.stringify(item)));
  });
}

/** Returns a record with the fields that all sources together make. */
function mergedRecord<Given extends object>(
  given: Given,
  versions: Version[],
  { rulesOf }: StatementRules,
): Given {
  const rules = rulesOf(versions.at(-1)!.said.content!);
  const said = versions.map((each) => each.said);
  const merged = recordOf(mergeStatements(said, rules), rules);
  const own = Object.entries(given).filter(([name]) => !name.startsWith('add_') && !(name in rules));
  return overlaid(Object.fromEntries(own), overlaid(identityOf(given, rules), merged)) as Given;
}

/** Returns the fields without a rule, those inside of objects with members too. */
export function identityOf(content: object, rules: Rules): Content {
  const identity: Content = {};
  for (const [name, value] of Object.entries(content)) {
    const rule = rules[name];
    if (name.startsWith('add_')) continue;
    if (rule === undefined) identity[name] = value;
    else if (typeof rule === 'object' && 'members' in rule && value !== null && value !== undefined)
      identity[name] = identityOf(value as object, rule.members);
  }
  return identity;
}

/** Returns an object with the fields of another over its own; objects in both are overlaid too. */
export function overlaid(below: Content, above: Content): Content {
  const isObject = (value: unknown): value is Content =>
    value !== null && typeof value === 'object' && !Array.isArray(value);
  const both = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const under = both[name];
    both[name] = isObject(under) && isObject(value) ? overlaid(under, value) : value;
  }
  return both;
}

/** Returns what a row says, without how it names its company. */
const stripped = (given: object): Content =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && !NAMING.has(name)),
  );

/** Returns what stored records without statements say: it counts as said by the source `default`. */
async function seedsOf(
  trx: Db | Trx,
  { stated }: StatementRules,
  ids: RecordId[],
  ranks: Map<string, number>,
): Promise<Version[]> {
  if (ids.length === 0) return [];
  return [...(await stated(trx, ids))].map(([id, { content }]) => ({
    said: {
      ...{ id: 0, source: DEFAULT_SOURCE, run: null, file: null, line: null, content },
      rank: ranks.get(DEFAULT_SOURCE) ?? LAST_RANK,
      observedAt: BEFORE_ALL,
    },
    text: JSON.stringify(content),
    earlier: [],
    state: 'new',
    target: { id },
    isSeed: true,
  }));
}

/** Returns what a stored record without statements says, as statements of the source `default`. */
export const seedOf = async (
  db: Db,
  rules: StatementRules,
  id: RecordId,
  ranks: Map<string, number>,
): Promise<StoredStatement[]> => (await seedsOf(db, rules, [id], ranks)).map(({ said }) => said);

/** Stores what records without statements say, as statements of the source `default`. */
export async function seedStatements(
  trx: Trx,
  { name, statements }: StatedKind,
  ids: RecordId[],
): Promise<void> {
  if (!statements) return;
  const stored = await readStatements(trx, name, ids.map(String));
  const unknown = ids.filter((id) => !stored.has(String(id)));
  const seeds = await seedsOf(trx, statements, unknown, new Map());
  await addStatements(
    trx,
    seeds.map((each) => rowOf(name, each)),
  );
}

/** Returns content without null and empty lists, which state nothing. */
export function withoutNulls(content: Content): Content {
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  const entries = Object.entries(content).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(entries);
}
