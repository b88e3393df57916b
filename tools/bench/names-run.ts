import type { NameClass, NameQuestion } from './names-questions.ts';
import type { Ask } from './search-api.ts';

const PAGE = 50;
/** How many results of an index are read. */
const READ = 10;

/** What an engine found for a question. */
export interface NameAnswer {
  question: NameQuestion;
  /** The place of the right result in its index, from 1; undefined when it is not among the first ten. */
  place: number | undefined;
  total: number;
  /** The titles of the first results of its index. */
  titles: string[];
  /** The paths of the first page of the API, of both indexes. */
  page: string[];
}

/** Asks all questions of all classes. */
export async function askNames(classes: NameClass[], ask: Ask): Promise<Map<string, NameAnswer[]>> {
  const answers = new Map<string, NameAnswer[]>();
  for (const { name, questions } of classes) {
    const ofClass: NameAnswer[] = [];
    for (const question of questions) ofClass.push(await askName(question, ask));
    answers.set(name, ofClass);
  }
  return answers;
}

/** Reads pages until the first ten results of the index are known. */
async function askName(question: NameQuestion, ask: Ask): Promise<NameAnswer> {
  const isOfIndex = (type: string) => (type === 'document') === (question.index === 'documents');
  const own: { url: string; title: string }[] = [];
  const page: string[] = [];
  let total = 0;
  for (let offset = 0; own.length < READ && offset <= total; offset += PAGE) {
    const read = await ask(question.text, { limit: PAGE, offset });
    total = read.total_results;
    if (offset === 0) page.push(...read.results.slice(0, READ).map(({ url }) => url));
    own.push(...read.results.filter(({ type }) => isOfIndex(type)));
    if (question.index === 'documents' || read.results.length < PAGE) break;
  }
  const paths = own.slice(0, READ).map(({ url }) => url.replace(/#.*$/, ''));
  const place = paths.findIndex((path) => question.right.includes(path)) + 1;
  return {
    question,
    place: place > 0 ? place : undefined,
    total,
    titles: own.slice(0, 3).map(({ title }) => title),
    page,
  };
}
