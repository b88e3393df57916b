import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSearch } from '@dossier/search';
import { groupBy, inParts } from '@dossier/shared';
import type { Engine } from './engine.ts';

/** A text that a plain method indexes. The id is a path, with `#section` for a part of a document. */
export interface Text {
  id: string;
  text: string;
}

/**
 * Texts and questions, with the texts that answer each question. Ids are paths of results, such as `/research/12`. An
 * answer may name a section of a document: `/research/12#results`.
 */
export interface Collection {
  texts: Text[];
  /** The sections of the texts, when answers name sections. */
  sections?: Text[];
  questions: Text[];
  /** The answers of each question with their grades of 1 or more. */
  answers: Map<string, Map<string, number>>;
  /** Fills an empty search index, and returns the URL of the database for the API. */
  index: (engine: Engine) => Promise<string>;
}

/** The parts of a collection that its files contain. */
export type Read = Pick<Collection, 'texts' | 'questions' | 'answers'>;

const BATCH = 1_000;
/** The folder of the paths of texts. */
const FOLDER = '/research/';

/** Makes a collection of texts that are each a document of one passage. */
export const textCollection = (read: Read): Collection => ({
  ...read,
  index: async ({ url, key, folder }) => {
    const engine = await openSearch(url, { key });
    const entries = read.texts.map(({ id, text }) => ({
      ...{ type: 'document' as const, id: id.replace(FOLDER, ''), url: id, title: '', excerpt: '' },
      date: '2024-01-01T00:00:00.000Z',
      passages: [{ title: '', text }],
    }));
    for (const some of inParts(entries, BATCH)) await engine.put(some);
    await engine.close();
    return `sqlite:${folder}/bench.db`;
  },
});

/**
 * Reads the NPL collection in TREC format: `corpus/` with files of `<DOC><DOCNO>…</DOCNO>…</DOC>`, `query-text.trec`
 * with `<top><num>…</num><title>…</title></top>`, and `qrels` with lines of question, run, text and grade.
 */
export function readNpl(folder: string): Read {
  const files = readdirSync(join(folder, 'corpus')).map((file) => read(folder, join('corpus', file)));
  const corpus = files.join('\n').replace(/<(?!\/?DOC(?:NO)?>)[^>]*>/g, ' ');
  return collection(
    corpus.matchAll(/<DOCNO>([^<]*)<\/DOCNO>([^]*?)<\/DOC>/g),
    read(folder, 'query-text.trec').matchAll(/<num>([^<]*)<\/num>\s*<title>([^<]*)</g),
    gradesOf(read(folder, 'qrels')),
  );
}

/** Reads the MED collection: `.I <number>`, `.W` and the text; `MED.REL` has lines of question, run, text and grade. */
export function readMed(folder: string): Read {
  const parts = (file: string) => read(folder, file).matchAll(/^\.I (\d+)\s+\.W\n([^]*?)(?=^\.I |(?![^]))/gm);
  return collection(parts('MED.ALL'), parts('MED.QRY'), gradesOf(read(folder, 'MED.REL')));
}

/**
 * Reads the TIME collection: articles begin with `*TEXT …`, questions with `*FIND <number>`. `TIME.REL` has a line for each
 * question with the positions of its articles, from 1.
 */
export function readTime(folder: string): Read {
  const articles = read(folder, 'TIME.ALL').matchAll(/^\*TEXT .*\n([^]*?)(?=^\*(?:TEXT|STOP)|(?![^]))/gm);
  return collection(
    [...articles].map(([all, text], place) => [all, String(place + 1), text!]),
    read(folder, 'TIME.QUE').matchAll(/^\*FIND +(\d+)\n([^]*?)(?=^\*(?:FIND|STOP)|(?![^]))/gm),
    wordsOf(read(folder, 'TIME.REL')).flatMap(([question, ...texts]) =>
      texts.map((text): Grade => [question!, text, 1]),
    ),
  );
}

/** A match with an id and a text. */
type Pair = string[];
type Grade = [question: string, text: string, grade: number];

/** Skips answers that are no texts, and questions without an answer. @throws Error when nothing is left */
function collection(texts: Iterable<Pair>, questions: Iterable<Pair>, grades: Grade[]): Read {
  const textsOf = (pairs: Iterable<Pair>, folder: string) =>
    Array.from(pairs, ([, id, text]) => ({
      id: folder + id!.trim(),
      text: text!.replace(/\s+/g, ' ').trim(),
    }));
  const all = textsOf(texts, FOLDER);
  const ids = new Set(all.map(({ id }) => id));
  const right = grades
    .map(([question, text, grade]): Grade => [question, FOLDER + text, grade])
    .filter(([, id, grade]) => grade > 0 && ids.has(id));
  const answers = answersOf(right);
  const asked = textsOf(questions, '').filter(({ id }) => answers.has(id));
  if (all.length === 0 || asked.length === 0) throw new Error('The folder has no texts or no questions.');
  return { texts: all, questions: asked, answers };
}

/** Returns the answers of each question. */
export const answersOf = (grades: Grade[]): Collection['answers'] =>
  new Map(
    [...groupBy(grades, ([question]) => question)].map(([question, some]) => [
      question,
      new Map(some.map(([, id, grade]) => [id, grade])),
    ]),
  );

const wordsOf = (lines: string) => lines.split('\n').map((line) => line.trim().split(/\s+/));
const gradesOf = (lines: string): Grade[] =>
  wordsOf(lines).flatMap(([question, , text, grade]): Grade[] =>
    text ? [[question!, text, Number(grade)]] : [],
  );

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
