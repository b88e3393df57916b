import { withDefer } from '../defer.ts';
import type { Collection } from './collection.ts';
import { startAsking, startEngine, type EngineName } from './engine.ts';
import { byDocument, documentOf, measure, MEASURED, type Measure } from './measure.ts';
import { plainBm25 } from './plain.ts';

/** The results of one method, in the order of the questions. */
export type Run = Awaited<ReturnType<typeof run>>;

/** Asks BM25. A document has the place of its best section. */
export function runPlain(collection: Collection): Promise<Run> {
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
export const runEngine = (name: EngineName, collection: Collection): Promise<Run> =>
  withDefer(async (defer) => {
    const engine = await startEngine(name, defer);
    const ask = await startAsking(await collection.index(engine), engine, defer);
    return run(name, collection, async (question) => (await ask(question, MEASURED)).map(({ url }) => url));
  });

async function run(
  name: string,
  { questions, answers }: Collection,
  search: (question: string) => Promise<string[]>,
) {
  const asked: (Measure & { found: number; section: number })[] = [];
  for (const { id, text } of questions) {
    const found = await search(text);
    const right = answers.get(id)!;
    // Of documents, and of the right sections.
    const byText = measure(found.map(documentOf), byDocument(right));
    asked.push({ ...byText, found: found.length, section: measure(found, right).ndcg10 });
  }
  return { name, asked };
}
