import { openSearch } from '@dossier/search';
import type { Collection, Read, Text } from './relevance-collection.ts';
import { byDocument, documentOf, measure, MEASURED } from './relevance-measure.ts';
import { PLAIN, type PlainName } from './relevance-plain.ts';
import { optionsOf, withApi, withEngine, type EngineName, type SearchSettings } from './search-api.ts';

const BATCH = 1_000;

/** What a method found for one question. */
export interface Asked {
  question: Text;
  /** The paths of the results, best first, with `#section` where a result names one. */
  found: string[];
  /** nDCG of the first ten and recall of the first fifty, by document. */
  ndcg10: number;
  recall50: number;
  /** nDCG of the first ten, counting only results that name the right section. */
  section: number;
  milliseconds: number;
  /** Processor time of this process in milliseconds: of the API and of FTS5, not of Meilisearch. */
  cpu: number;
}

/** The results of one method, in the order of the questions. */
export interface Run {
  name: string;
  asked: Asked[];
}

/** Asks a plain method. Sections are folded: a document has the place of its best section. */
export async function runPlain(name: PlainName, collection: Collection, isBySection = false): Promise<Run> {
  const texts = isBySection ? collection.sections! : collection.texts;
  const search = PLAIN[name](texts);
  return run(isBySection ? `${name}, by section` : name, collection, async (question) => {
    const folded = new Map<string, string>();
    for (const id of search(question, isBySection ? 20 * MEASURED : MEASURED)) {
      if (!folded.has(documentOf(id))) folded.set(documentOf(id), id);
    }
    return [...folded.values()];
  });
}

/** Indexes the collection in an engine, and asks it through the API. */
export function runEngine(engine: EngineName, collection: Collection): Promise<Run> {
  const name = engine === 'fts5' ? 'FTS5' : 'Meilisearch';
  return withEngine(engine, async (settings, folder) => {
    const databaseUrl = await collection.index(settings, folder);
    return withApi(databaseUrl, settings, (ask) =>
      run(name, collection, async (question) => {
        const { results } = await ask(question, { limit: MEASURED });
        return results.map(({ url }) => url);
      }),
    );
  });
}

async function run(
  name: string,
  { questions, answers }: Collection,
  search: (question: string) => Promise<string[]>,
): Promise<Run> {
  const asked: Asked[] = [];
  for (const question of questions) {
    const started = performance.now();
    const before = process.cpuUsage();
    const found = await search(question.text);
    const milliseconds = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    const right = answers.get(question.id)!;
    const { ndcg10, recall50 } = measure(found.map(documentOf), byDocument(right));
    asked.push({
      question,
      found,
      ndcg10,
      recall50,
      section: measure(found, right).ndcg10,
      milliseconds,
      cpu: (user + system) / 1_000,
    });
  }
  return { name, asked };
}

/** Makes a collection of texts that are each a document of one passage. */
export function textCollection(name: string, read: Read): Collection {
  return {
    name,
    ...read,
    index: async (settings, folder) => {
      await put(read.texts, settings);
      return `sqlite:${folder}/bench.db`;
    },
  };
}

async function put(texts: Text[], settings: SearchSettings): Promise<void> {
  const engine = await openSearch(settings.SEARCH_URL, optionsOf(settings));
  try {
    for (let start = 0; start < texts.length; start += BATCH) {
      await engine.put(
        texts.slice(start, start + BATCH).map(({ id, text }) => ({
          type: 'document',
          id: documentOf(id).replace('/research/', ''),
          title: '',
          excerpt: '',
          url: id,
          date: '2024-01-01T00:00:00.000Z',
          passages: [{ title: '', text }],
        })),
      );
    }
  } finally {
    await engine.close();
  }
}
