import type { SearchDocument, SearchEngine } from '../search-engine.ts';

/** Returns a document without a text. */
export const document = (id: string, title: string): SearchDocument => ({
  type: 'document',
  id,
  title,
  excerpt: '',
  url: `/research/${id}`,
  date: '2024-06-01T00:00:00.000Z',
  passages: [],
});

/** Returns the ids that a search finds. */
export const find = async (engine: SearchEngine, text: string): Promise<string[]> =>
  (await engine.search({ text, limit: 10, offset: 0 })).results.map((result) => result.document_id);

/** Returns the error of work that must fail. */
export async function failure(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    // Not `instanceof`: what Node itself throws is of another realm than the test.
    return error as Error;
  }
  throw new Error('It did not fail.');
}
