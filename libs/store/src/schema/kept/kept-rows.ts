import type { Knex } from 'knex';
import { isPostgres } from '../../sql/open.ts';

/** Rows that the database keeps up to date with those of a table, in the writer's transaction. */
export interface Kept {
  /** A name for its triggers. */
  name: string;
  table: string;
  key: string[];
  /** The columns that matter, besides the key. */
  columns: string[];
  /** The statements for rows that were added, from a query in parentheses that returns them. */
  added?: (rows: string) => string;
  removed?: (rows: string) => string;
  /** Set if only updates matter. Rows that did not change in a column that matters are in neither query. */
  onUpdate?: true;
}

/** Creates the triggers. Postgres runs them once for each statement, SQLite for each row. */
export async function keepRows(db: Knex, kept: Kept): Promise<void> {
  for (const sql of isPostgres(db) ? onPostgres(kept) : onSqlite(kept)) await db.raw(sql);
}

const EVENTS = ['insert', 'update', 'delete'] as const;
const nothing = () => '';

function onSqlite(kept: Kept): string[] {
  const { name, table, key, columns, added = nothing, removed = nothing, onUpdate } = kept;
  const all = [...key, ...columns];
  const row = (which: 'new' | 'old') =>
    `(select ${all.map((each) => `${which}.${each} as ${each}`).join(', ')})`;
  const of = (which: 'new' | 'old') => `(${all.map((each) => `${which}.${each}`).join(', ')})`;
  const trigger = (event: string, when: string, work: string) =>
    work === '' ? [] : [`create trigger ${name}_${event} after ${when} begin ${work} end`];
  return [
    ...trigger(
      'update',
      `update of ${all.join(', ')} on ${table} when ${of('old')} is not ${of('new')}`,
      removed(row('old')) + added(row('new')),
    ),
    ...(onUpdate ? [] : trigger('insert', `insert on ${table}`, added(row('new')))),
    ...(onUpdate ? [] : trigger('delete', `delete on ${table}`, removed(row('old')))),
  ];
}

function onPostgres(kept: Kept): string[] {
  const { name, table, key, columns, added = nothing, removed = nothing, onUpdate } = kept;
  const isSame = [
    ...key.map((each) => `two.${each} = one.${each}`),
    ...columns.map((each) => `two.${each} is not distinct from one.${each}`),
  ].join(' and ');
  // A row whose key changed is in both, too.
  const changed = (rows: string, others: string) =>
    `(select one.* from ${rows} as one where not exists (select from ${others} as two where ${isSame}))`;
  const triggers = (onUpdate ? (['update'] as const) : EVENTS).map((event) => {
    const tables = [
      ...(event === 'insert' ? [] : ['old table as removed']),
      ...(event === 'delete' ? [] : ['new table as added']),
    ];
    return (
      `create trigger ${name}_${event} after ${event} on ${table} referencing ${tables.join(' ')} ` +
      `for each statement execute function ${name}()`
    );
  });
  return [
    // A restore of an older backup drops the tables with their triggers, but leaves the functions.
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then ${added('(select * from added)')}
      elsif tg_op = 'DELETE' then ${removed('(select * from removed)')}
      else ${removed(changed('removed', 'added'))} ${added(changed('added', 'removed'))}
      end if;
      return null;
    end $$`,
    ...triggers,
  ];
}
