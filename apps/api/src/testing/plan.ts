import { isPostgres } from '@dossier/store';
import type { TestApi } from './api.ts';

/** Returns the place of the parenthesis that another one closes. */
function openedBefore(sql: string, end: number): number {
  let open = 1;
  let at = end;
  while (open > 0 && at > 0) {
    at -= 1;
    if (sql[at] === ')') open += 1;
    if (sql[at] === '(') open -= 1;
  }
  return at;
}

/** Returns how the database plans the keys of the page that an address reads, as JSON. */
export async function planOfPage(api: TestApi, address: string): Promise<string> {
  const { sql, bindings } = await statementOf(api, address, / offset \S+\) as .(page|keys)./);
  const end = sql.search(/\) as .(page|keys)./);
  const start = openedBefore(sql, end) + 1;
  const placesIn = (text: string) => text.split('?').length - 1;
  const values = bindings.slice(placesIn(sql.slice(0, start)), placesIn(sql.slice(0, end)));
  return planOf(api, sql.slice(start, end), values);
}

/** Returns how the database plans the first statement of an address whose SQL matches, as JSON. */
export async function planOfStatement(api: TestApi, address: string, like: RegExp): Promise<string> {
  const { sql, bindings } = await statementOf(api, address, like);
  return planOf(api, sql, bindings);
}

async function statementOf(api: TestApi, address: string, like: RegExp) {
  const seen: { sql: string; bindings: string[] }[] = [];
  const listen = (statement: (typeof seen)[number]) => seen.push(statement);
  api.db.on('query', listen);
  const { status } = await api.get(address);
  api.db.removeListener('query', listen);
  const found = seen.find(({ sql }) => like.test(sql));
  if (!found) throw new Error(`The response of ${address} with status ${status} has no statement ${like}.`);
  return { ...found, sql: found.sql.replaceAll(/\$\d+/g, '?') };
}

function planOf({ db }: TestApi, sql: string, values: string[]): Promise<string> {
  const postgres = isPostgres(db);
  return db.transaction(async (trx) => {
    // Of few rows, Postgres would read all.
    if (postgres) await trx.raw('set local enable_seqscan = off');
    if (postgres) await trx.raw('set local enable_bitmapscan = off');
    return JSON.stringify(await trx.raw(`explain ${postgres ? '' : 'query plan '}${sql}`, values));
  });
}
