import { openSearch } from '@dossier/search';
import type { Collection, Read, Text } from './relevance-collection.ts';
import { optionsOf, withApi, withEngine, type EngineName } from './relevance-engine.ts';
import { byDocument, documentOf, measure, MEASURED } from './relevance-measure.ts';
import { plainBm25 } from './relevance-plain.ts';

const BATCH = 1_000;

/** What a method found for one question. */
interface Asked {
  question: Text;
  /** The paths of the results, best first, with `#section` where a result names one. */
  found: string[];
  /** nDCG of the first ten and recall of the first fifty, by document. */
  ndcg10: number;
  recall50: number;
  /** nDCG of the first ten, counting only results that name the right section. */
  section: number;
}

/** The results of one method, in the order of the questions. */
export interface Run {
  name: string;
  asked: Asked[];
}

/** Asks BM25. A document has the place of its best section. */
export async function runPlain(collection: Collection): Promise<Run> {
  const { sections, texts } = collection;
  const search = plainBm25(sections ?? texts);
  return run('BM25, Porter', collection, async (question) => {
    const folded = new Map<string, string>();
    for (const id of search(question, sections ? 20 * MEASURED : MEASURED))
      if (!folded.has(documentOf(id))) folded.set(documentOf(id), id);
    return [...folded.values()];
  });
}

/** Indexes the collection in an engine, and asks it through the API. */
export const runEngine = (engine: EngineName, collection: Collection): Promise<Run> =>
  withEngine(engine, async (settings, folder) => {
    const databaseUrl = await collection.index(settings, folder);
    return withApi(databaseUrl, settings, (ask) =>
      run(engine, collection, async (question) => (await ask(question, MEASURED)).map(({ url }) => url)),
    );
  });

async function run(
  name: string,
  { questions, answers }: Collection,
  search: (question: string) => Promise<string[]>,
): Promise<Run> {
  const asked: Asked[] = [];
  for (const question of questions) {
    const found = await search(question.text);
    const right = answers.get(question.id)!;
    const { ndcg10, recall50 } = measure(found.map(documentOf), byDocument(right));
    asked.push({ question, found, ndcg10, recall50, section: measure(found, right).ndcg10 });
  }
  return { name, asked };
}

/** Makes a collection of texts that are each a document of one passage. */
export const textCollection = (name: string, read: Read): Collection => ({
  name,
  ...read,
  index: async (settings, folder) => {
    const engine = await openSearch(settings.SEARCH_URL, optionsOf(settings));
    const entries = read.texts.map(({ id, text }) => ({
      type: 'document' as const,
      id: documentOf(id).replace('/research/', ''),
      title: '',
      excerpt: '',
      url: id,
      date: '2024-01-01T00:00:00.000Z',
      passages: [{ title: '', text }],
    }));
    try {
      for (let start = 0; start < entries.length; start += BATCH)
        await engine.put(entries.slice(start, start + BATCH));
    } finally {
      await engine.close();
    }
    return `sqlite:${folder}/bench.db`;
  },
});
