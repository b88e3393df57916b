import { mergeStatements, parseTime, recordOf } from '@dossier/shared';
import { DEFAULT_SOURCE, LAST_RANK, readStatements, runOf, type StoredStatement } from '@dossier/store';
import type { Origin } from '../../fields/origin.ts';
import { identityOf, overlaid, stripped } from './content.ts';
import { seedsOf } from './seeds.ts';
import { changeOf, columnsOf, liveVersions, rowOf, versionOf, type Version } from './versions.ts';
import { RepeatedRecord, type LoadStatements, type StatedKind, type Statements } from './statements.ts';
import type { StatementRules } from '../../kinds/kind.ts';
import type { RecordId } from '../../stored/storage.ts';

/** Opens the statements of a load. @param ranks see `readRanks` */
export const loadStatements =
  (ranks: Map<string, number>): LoadStatements =>
  (rows, now, repeated = new Set()) =>
    batchStatements(rows, { now, ranks, repeated });

function batchStatements(
  rows: Parameters<LoadStatements>[0],
  { now, ranks, repeated }: { now: string; ranks: Map<string, number>; repeated: Set<string> },
): Statements {
  let kind: StatedKind | undefined;
  let run: number | null = null;
  const versions = new Map<unknown, Version[]>();
  const accepted = new Set<Version>();
  const targetKey = (target: { id: RecordId | undefined }) =>
    target.id === undefined ? target : String(target.id);

  return {
    read: async (trx, { name, statements }, ids) => {
      kind = { name, ...(statements && { statements }) };
      run = runOf(trx);
      if (!statements) return;
      const known = await readStatements(trx, name, ids.map(String));
      for (const [id, stored] of known) {
        versions.set(
          id,
          stored.map((row) => versionOf(row, ranks)),
        );
      }
      const unknown = ids.filter((id) => !known.has(String(id)));
      for (const seed of await seedsOf(trx, statements, unknown, ranks))
        versions.set(String(seed.target.id), [seed]);
    },

    about: (id) => liveVersions(versions.get(String(id)) ?? []).map(({ said }) => said),

    merge: (index, given, target, { identity, match, mergedFrom = null, held = false, named }) => {
      const rules = kind?.statements;
      if (repeated.has(String(target.id))) throw new RepeatedRecord();
      if (!rules) return { record: given, keep: () => {} };
      const { source = DEFAULT_SOURCE, as_of, only_new } = given as Origin & { only_new?: boolean };
      const known = versions.get(targetKey(target)) ?? [];
      // Such a row keeps the stored record as it is.
      if (only_new && known.length > 0) return { record: given, keep: () => {} };
      const { file, row: line, hash = null } = rows[index] ?? { file: null, row: null };
      const said: StoredStatement = {
        id: 0,
        source,
        run,
        file,
        line,
        rank: ranks.get(source) ?? LAST_RANK,
        observedAt: (as_of === undefined ? undefined : parseTime(as_of)) ?? now,
        mergedFrom,
        held,
        content: stripped(given, identity),
      };
      // The slug of a merged company is an alias of the other company, which keeps its own slug.
      if (mergedFrom !== null) delete said.content!['slug'];
      const live = held ? known.filter(({ said: each }) => each.held) : liveVersions(known);
      const isOwn = (each: Version) =>
        each.said.source === source && (each.said.mergedFrom ?? null) === mergedFrom;
      // The match of a held version is stored: its rows are of one source.
      const own = live.filter((each) => isOwn(each) && (!held || each.match?.id === match?.id));
      const fresh: Version = {
        said,
        text: JSON.stringify(said.content),
        earlier: [],
        // A person may review a match by name, and a merge may be undone.
        hash: match || mergedFrom !== null ? null : hash,
        state: 'new',
        target,
        match,
        named,
      };
      const change = changeOf(own, fresh, rules);
      const after = change.replaces
        ? live.map((each) => (each === change.replaces ? change.version : each))
        : [...live, change.version];
      const isAlone = after.every((each) => isOwn(each) && each.said.observedAt <= said.observedAt);
      const merged = isAlone || held ? { record: given } : mergedRecord(given, after, rules);
      const keep = (warnings: string[] = []) => {
        // The next load must report the warnings again.
        const isHashed = warnings.length === 0 || change.version.hash !== hash;
        const version = isHashed ? change.version : { ...change.version, hash: null };
        const index = change.replaces ? known.indexOf(change.replaces) : -1;
        versions.set(targetKey(target), index < 0 ? [...known, version] : known.with(index, version));
        if (change.replaces) accepted.delete(change.replaces);
        if (version.state !== 'stored') accepted.add(version);
        for (const each of known) if (each.state === 'new' && each !== change.replaces) accepted.add(each);
      };
      const warnings = merged.fields && warningsOfUndated(merged.fields, change.version.said);
      return { record: merged.record, keep, isRepeated: change.replaces === change.version, warnings };
    },

    changes: () => {
      const all = [...accepted];
      const added = all.filter(({ state }) => state === 'new');
      // What other records say about a record comes first.
      const inOrder = [...added.filter(({ isSeed }) => isSeed), ...added.filter(({ isSeed }) => !isSeed)];
      return {
        add: inOrder.map((each) => rowOf(kind!.name, each)),
        change: all
          .filter(({ state }) => state === 'changed')
          .map((each) => ({ id: each.said.id, ...columnsOf(each) })),
      };
    },
  };
}

/** Returns a record with the merged fields of all sources, and these fields. */
function mergedRecord<Given extends object>(
  given: Given,
  versions: Version[],
  { rulesOf }: StatementRules,
): { record: Given; fields?: ReturnType<typeof mergeStatements<StoredStatement>> } {
  const rules = rulesOf(versions.at(-1)!.said.content!);
  const said = versions.map((each) => each.said);
  const fields = mergeStatements(said, rules);
  const merged = recordOf(fields, rules);
  const own = Object.entries(given).filter(([name]) => !name.startsWith('add_') && !(name in rules));
  const record = overlaid(Object.fromEntries(own), overlaid(identityOf(given, rules), merged)) as Given;
  return { record, fields };
}

type Fields = ReturnType<typeof mergeStatements<StoredStatement>>;

/**
 * Returns warnings about figures without a date in a statement: they have the day of their source, and may replace a dated
 * figure, or lose to an older one of a better source.
 */
function warningsOfUndated(fields: Fields, said: StoredStatement): string[] {
  return fields.flatMap(({ others, ...best }) => {
    const own = [best, ...others].find((each) => each.said === said);
    if (!own?.isUndated) return [];
    const other = own === best || own.said === best.said ? others.find((each) => !each.isUndated) : best;
    if (!other || other.isUndated || other.day! > own.day!) return [];
    const figure = `undated figure: ${own.path.join('.')} has the day of its source, ${own.day}`;
    return [
      other === best
        ? `${figure}, but loses to that of ${other.day}: ${other.said.source} ranks better`
        : `${figure}, and replaces that of ${other.day} of ${other.said.source}; if it is older, add its date, or as_of to the mapping`,
    ];
  });
}
