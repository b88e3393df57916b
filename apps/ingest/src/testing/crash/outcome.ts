import { openSearch } from '@dossier/search';
import { openDatabase, outboxDepth, type Db } from '@dossier/store';
import { kinds } from '../../kinds/index.ts';
import { readStates } from '../../kinds/storage.ts';
import { withoutTimes } from '../../plan/diff.ts';
import type { Place } from './steps.ts';

/** Results of one page of the search. */
const PAGE = 50;

/**
 * Everything that a database and its index say, but for times, and for the numbers that databases assign: equal texts
 * are equal outcomes. Each search entry must lead to the record that it is of.
 */
export async function outcomeOf({ databaseUrl, searchUrl, searchKey }: Place): Promise<string[]> {
  const db = openDatabase(databaseUrl);
  try {
    const lines: string[] = [`outbox ${await outboxDepth(db)}`];
    for (const kind of kinds) {
      const ids = await db(kind.storage.table).pluck<(string | number)[]>('id');
      for (const { key, content } of (await readStates(db, kind.storage, ids)).values()) {
        lines.push(`${kind.name} ${JSON.stringify([key, withoutTimes(content)])}`);
      }
    }
    const deletions = await db('deletions').select<{ kind: string; natural_key: string }[]>(
      'kind',
      'natural_key',
    );
    lines.push(...deletions.map(({ kind, natural_key }) => `deleted ${kind} ${natural_key}`));
    lines.push(...(await entries(db, searchUrl, searchKey)));
    return lines.sort();
  } finally {
    await db.destroy();
  }
}

/** All entries have the word "everything". Words that only older versions had are found no more. */
async function entries(db: Db, searchUrl: string, key: string | undefined): Promise<string[]> {
  const search = await openSearch(searchUrl, { key });
  try {
    const lines: string[] = [];
    const ids = await idsByUrl(db);
    for (const text of [
      'everything',
      'version1',
      'version2',
      '"Renamed 8"',
      '"Company 8"',
      '"Category 1"',
      '"Category 2"',
    ]) {
      for (let offset = 0; ; offset += PAGE) {
        const { total, results } = await search.search({ text, limit: PAGE, offset });
        for (const { type, document_id, title, excerpt, url, date } of results) {
          const isOwn = ids.get(url) === `${type} ${document_id}`;
          const when = type === 'company' ? '' : date;
          lines.push(
            `found ${JSON.stringify([text, total, type, title, excerpt, isOwn ? '' : 'stray', url, when])}`,
          );
        }
        if (results.length < PAGE) break;
      }
    }
    return lines;
  } finally {
    await search.close();
  }
}

async function idsByUrl(db: Db): Promise<Map<string, string>> {
  const rows = async (table: string, column: string) =>
    db(table).select<{ id: string | number; name: string }[]>('id', `${column} as name`);
  return new Map([
    ...(await rows('companies', 'slug')).map(({ id, name }): [string, string] => [
      `/${name}`,
      `company ${id}`,
    ]),
    ...(await rows('documents', 'slug')).map(({ id, name }): [string, string] => [
      `/research/${name}`,
      `document ${id}`,
    ]),
    ...(await rows('filings', 'id')).map(({ id }): [string, string] => [`/filings/${id}`, `filing ${id}`]),
  ]);
}
