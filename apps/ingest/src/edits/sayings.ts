import type { Saying, StatementRow } from '@dossier/store';

/** Returns the runs that made a statement, in order: the earlier ones and its last one. */
export function sayingsOf({
  earlier_json,
  run,
  observed_at,
  file,
  line,
  named_json,
}: StatementRow): Saying[] {
  const earlier = earlier_json === null ? [] : (JSON.parse(earlier_json) as Saying[]);
  return [...earlier, [run ?? 0, observed_at, file, line, named_json ?? null]];
}

/** The changed columns of a statement. */
export type ChangedStatement = Pick<StatementRow, 'id'> & Partial<StatementRow>;

/** Returns the columns of a statement without some of its runs; undefined if none is left. */
export function withoutSayings(
  row: StatementRow,
  isRemoved: (saying: Saying) => boolean,
): ChangedStatement | undefined {
  const all = sayingsOf(row);
  const left = all.filter((saying) => !isRemoved(saying));
  const last = left.pop();
  if (!last) return undefined;
  const change = { id: Number(row.id), earlier_json: left.length === 0 ? null : JSON.stringify(left) };
  if (last === all.at(-1)) return change;
  const [run, observed_at, file, line, named_json = row.named_json] = last;
  return { ...change, run, observed_at, file, line, named_json };
}
