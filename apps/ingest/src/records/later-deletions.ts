import { groupBy, inParts, liveStatements, type Content } from '@dossier/shared';
import { readStatements, statementOf, type StatementRow, type Trx } from '@dossier/store';
import { kinds } from '../kinds/index.ts';

/** The statement of a deletion. */
type Deletion = Pick<StatementRow, 'id' | 'run' | 'observed_at'>;

/**
 * Returns for deletions of an undone run the next deletion that would have deleted the same record: that of its company, or
 * of a record with the same name. A deletion without a next one is left out.
 * @param run the undone run, whose other statements are already removed
 * @param ended the deletions of that run
 * @returns by the id of the statement in `ended`
 */
export async function laterDeletions(
  trx: Trx,
  run: number,
  ended: StatementRow[],
): Promise<Map<number, Omit<Deletion, 'id'>>> {
  const found = new Map<number, Omit<Deletion, 'id'>>();
  const byKind = groupBy(ended, ({ kind }) => kind);
  const since = oldestOf(ended);
  const deletions = new Map<string, Map<string, Deletion[]>>();
  for (const kind of kinds) {
    const rows = byKind.get(kind.name) ?? [];
    if (rows.length === 0) continue;
    const named = kind.storage.ofCompany ? 'company' : kind.name;
    const field = kind.storage.ofCompany ? 'company' : nameField(kind.name);
    if (!deletions.has(named)) deletions.set(named, await deletionsOf(trx, named, { run, since }));
    const byName = deletions.get(named)!;
    if (byName.size === 0) continue;
    const all = await readStatements(
      trx,
      kind.name,
      rows.map((row) => row.record_id),
    );
    for (const { id: end, record_id } of rows) {
      const about = all.get(record_id)!;
      const at = about.findIndex(({ id }) => id === end);
      const content = about.slice(0, at).findLast((row) => row.content_json !== null)?.content_json;
      if (content == null) continue;
      const name = String((JSON.parse(content) as Content)[field]);
      const next = byName.get(name)?.find(({ id }) => id > Number(end));
      // A later statement about the record is from before that deletion, so the record has a statement of it, too.
      const after = about.slice(at + 1).find((row) => row.run !== run || row.content_json !== null);
      if (next && (!after || Number(after.id) > next.id))
        found.set(Number(end), { run: next.run, observed_at: next.observed_at });
    }
  }
  return found;
}

const nameField = (kind: string) => (kind === 'company' ? 'domain' : 'slug');
const oldestOf = (rows: StatementRow[]) =>
  rows.reduce((oldest, { id }) => Math.min(oldest, Number(id)), Infinity);

/** Returns the deletions of records of a kind after a statement, oldest first, by name. Leaves out those of one run. */
async function deletionsOf(
  trx: Trx,
  kind: string,
  { run, since }: { run: number; since: number },
): Promise<Map<string, Deletion[]>> {
  const rows = await trx<StatementRow>('statements')
    .where({ kind })
    .whereNull('content_json')
    .where('id', '>', since)
    .orderBy('id')
    .select('id', 'record_id', 'run', 'observed_at');
  const later = rows.filter((row) => row.run !== run);
  const all = await readStatements(
    trx,
    kind,
    later.map(({ record_id }) => record_id),
  );
  const noted = await notedNames(
    trx,
    kind,
    later.map(({ observed_at }) => observed_at),
  );
  const byName = new Map<string, Deletion[]>();
  for (const row of later) {
    const said = all.get(row.record_id)!.map((each) => statementOf(each, new Map()));
    const before = said.slice(
      0,
      said.findIndex(({ id }) => id === Number(row.id)),
    );
    // The company may have moved to another domain, and the runs that stated its last one may be undone.
    const stated = liveStatements(before).flatMap(({ content }) => namesIn(content!, nameField(kind)));
    const names = new Set([...stated, ...(noted.get(row.observed_at) ?? [])]);
    const deletion = { id: Number(row.id), run: row.run, observed_at: row.observed_at };
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), deletion]);
  }
  return byName;
}

/** Returns the names of the records that were deleted at these times, by time. */
async function notedNames(trx: Trx, kind: string, times: string[]): Promise<Map<string, string[]>> {
  type Row = { deleted_at: string; natural_key: string };
  const rows: Row[] = [];
  for (const part of inParts([...new Set(times)]))
    rows.push(...((await trx('deletions').where({ kind }).whereIn('deleted_at', part)) as Row[]));
  const byTime = groupBy(rows, ({ deleted_at }) => deleted_at);
  return new Map(
    [...byTime].map(([at, those]) => [at, those.map((row) => (JSON.parse(row.natural_key) as string[])[0]!)]),
  );
}

const namesIn = (content: Content, field: string): string[] =>
  [
    content[field],
    content['alternative_domains'] ?? [],
    content['add_alternative_domains'] ?? [],
  ].flat() as string[];
