import { column, html, table, type Column, type Markup } from '@dossier/pages';
import { named } from '../../views/words.ts';

/** A field that an action changes. */
export interface ChangedField {
  record?: string;
  field: string;
  before: unknown;
  after: unknown;
  /** The source of the value after the change. */
  source?: string | null;
}

const shown = (value: unknown): Markup =>
  value === undefined || value === null
    ? html`<span class="none">none</span>`
    : named(typeof value === 'string' ? value : JSON.stringify(value));

const COLUMNS: Record<keyof ChangedField, Column<ChangedField>> = {
  record: column.name('Record', ({ record }) => named(record!)),
  field: column.wide('Field', ({ field }) => named(field)),
  before: column.wide('Before', ({ before }) => shown(before)),
  after: column.wide('After', ({ after }) => shown(after)),
  source: column.wide('Source', ({ source }) => shown(source)),
};

/** Returns changed fields as a table. */
export const changedFields = (
  title: string,
  fields: ChangedField[],
  columns: (keyof ChangedField)[],
): Markup =>
  table(
    title,
    fields,
    columns.map((name, i) => ({ ...COLUMNS[name], kind: i === 0 ? ('name' as const) : ('wide' as const) })),
  );
