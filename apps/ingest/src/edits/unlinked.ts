import { groupBy } from '@dossier/shared';
import {
  commit,
  readStatements,
  type CompanyMatchRow,
  type Saying,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import { kinds } from '../kinds/index.ts';
import { rebuildRecords } from '../ledger/rebuild.ts';
import type { CompanyReference } from '../fields/references.ts';
import { rowsWhere } from '../stored/rows.ts';
import { sayingsOf, withoutSayings, type ChangedStatement } from './sayings.ts';
import { namesGiven, namesStated } from '../ledger/resolve/stated-names.ts';

/** The number of statements read at once. */
const AT_ONCE = 5000;

/**
 * Removes what rows said if they named their company only by what no statement gives it any more, such as an id that an
 * undone run stated. This includes rows about deleted records, so undoing the deletion does not bring them back.
 * @param undone the statements that the undone run had made or repeated
 */
export async function removeUnlinked(trx: Trx, undone: StatementRow[], now: string): Promise<void> {
  for (let open = undone; open.length > 0;) {
    const isLost = await lossesOf(trx, open);
    const lost = isLost === undefined ? [] : await namedRows(trx, (row) => sayingsOf(row).some(isLost(row)));
    const change: ChangedStatement[] = [];
    const remove: number[] = [];
    for (const row of lost) {
      const left = withoutSayings(row, isLost!(row));
      if (left) change.push(left);
      else remove.push(Number(row.id));
    }
    await commit(trx, now, { statements: { change, remove } });
    const groups = groupBy(lost, ({ kind }) => kind);
    for (const kind of kinds) {
      const ids = (groups.get(kind.name) ?? []).map(({ record_id }) => record_id);
      if (ids.length > 0) await rebuildRecords(trx, kind, [...new Set(ids)], now);
    }
    open = lost;
  }
}

type IsLost = (row: StatementRow) => (saying: Saying) => boolean;

/** Returns which rows lost their company with these statements; undefined if no company lost a name. */
async function lossesOf(trx: Trx, undone: StatementRow[]): Promise<IsLost | undefined> {
  const groups = groupBy(
    undone.filter(({ kind, held, content_json }) => kind === 'company' && !held && content_json !== null),
    companyOf,
  );
  const left = await readLeft(trx, [...groups.values()].flat());
  /** The lost names, with the companies that had them. */
  const owners = new Map<string, number[]>();
  const had = new Map<number, Set<string>>();
  for (const [company, rows] of groups) {
    const names = new Set(rows.flatMap(namesStated));
    had.set(company, new Set([...names, ...(left.get(company) ?? [])]));
    for (const name of names)
      if (!left.get(company)?.has(name)) owners.set(name, [...(owners.get(name) ?? []), company]);
  }
  if (owners.size === 0) return undefined;
  return (row) => (saying) => {
    const names = namesOf(row, saying);
    const isAbout = (company: number) =>
      row.kind === 'company' ? companyOf(row) === company : had.get(company)!.has(domainOf(row));
    return (
      (row.kind !== 'company' || isFoundByOther(saying)) &&
      names
        .flatMap((name) => owners.get(name) ?? [])
        .some((company) => isAbout(company) && !names.some((name) => left.get(company)?.has(name)))
    );
  };
}

/** The company that a statement is about, also if that is merged. */
const companyOf = ({ merged_from, record_id }: StatementRow): number => merged_from ?? Number(record_id);

const namesOf = ({ source }: StatementRow, [, , , , named]: Saying): string[] =>
  namesGiven(JSON.parse(named ?? '{}') as CompanyReference, source);

/** The key of the domain that a record of a company had when a row was stored. */
const domainOf = ({ content_json }: StatementRow): string =>
  namesGiven({ company: (JSON.parse(content_json!) as { company?: string }).company })[0] ?? '';

/** Returns whether a row about a company names it without its domain: such a row creates no company. */
const isFoundByOther = ([, , , , named]: Saying): boolean =>
  named != null && (JSON.parse(named) as { domain?: string }).domain === undefined;

/** Returns the names that the remaining statements and matches give companies. */
async function readLeft(trx: Trx, removed: StatementRow[]): Promise<Map<number, Set<string>>> {
  const left = new Map<number, Set<string>>();
  const add = (company: number, names: string[]) =>
    left.set(company, new Set([...(left.get(company) ?? []), ...names]));
  const said = await readStatements(
    trx,
    'company',
    removed.map(({ record_id }) => record_id),
  );
  for (const row of [...said.values()].flat()) {
    if (row.held || row.content_json === null) continue;
    // A row that a name found does not give the company that name.
    const sayings = sayingsOf(row);
    const own = new Set(sayings.every(isFoundByOther) ? sayings.flatMap((each) => namesOf(row, each)) : []);
    add(
      companyOf(row),
      namesStated(row).filter((name) => !own.has(name)),
    );
  }
  const companies = removed.map(companyOf);
  for (const { company_id, source, status, external_id } of await rowsWhere<CompanyMatchRow>(
    trx,
    'company_matches',
    'company_id',
    companies,
  ))
    if (status !== 'rejected' && external_id !== null)
      add(company_id, namesGiven({ company_external_id: external_id }, source));
  return left;
}

/** Returns the statements that meet a condition, of rows that may name their company by other fields than its main domain. */
async function namedRows(trx: Trx, meets: (row: StatementRow) => boolean): Promise<StatementRow[]> {
  const found: StatementRow[] = [];
  for (let last = 0; ;) {
    const rows = await trx<StatementRow>('statements')
      .where('id', '>', last)
      .where((any) => void any.whereNotNull('named_json').orWhereNotNull('earlier_json'))
      .whereNotNull('content_json')
      .whereNull('held')
      .orderBy('id')
      .limit(AT_ONCE);
    found.push(...rows.filter(meets));
    if (rows.length < AT_ONCE) return found;
    last = Number(rows.at(-1)!.id);
  }
}
