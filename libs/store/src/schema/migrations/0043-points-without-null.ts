import type { Knex } from 'knex';

const TABLES = ['datasets', 'datasets_history'];

/** Removes the sources that are null from stored points, so that no request has to. Most points have no source. */
export async function up(db: Knex): Promise<void> {
  for (const name of TABLES)
    // Inside of a JSON text a quote follows a backslash, so that no text contains this.
    await db.raw(`update ${name} set data_json = replace(data_json, ',"source_url":null', '')`);
}

/** The previous release reads points in both forms. */
export async function down(): Promise<void> {}
