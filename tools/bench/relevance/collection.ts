import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSearch } from '@dossier/search';
import { inParts } from '@dossier/shared';
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

/** Makes a collection of texts that are each a document of one passage. */
export const textCollection = (read: Read): Collection => ({
  ...read,
  index: async ({ url, key, folder }) => {
    const engine = await openSearch(url, { key });
    const entries = read.texts.map(({ id, text }) => ({
      ...{ type: 'document' as const, id: id.replace('/research/', ''), url: id, title: '', excerpt: '' },
      date: '2024-01-01T00:00:00.000Z',
      passages: [{ title: '', text }],
    }));
    for (const some of inParts(entries, BATCH)) await engine.put(some);
    await engine.close();
    return `sqlite:${folder}/bench.db`;
  },
});

const pathOf = (id: string): string => `/research/${id}`;

/**
 * Reads the NPL collection in TREC format: `corpus/` with files of `<DOC><DOCNO>…</DOCNO>…</DOC>`, `query-text.trec`
 * with `<top><num>…</num><title>…</title></top>`, and `qrels` with lines of question, run, text and grade.
 */
export function readNpl(folder: string): Read {
  const questions = read(folder, 'query-text.trec').matchAll(/<num>([^<]*)<\/num>\s*<title>([^<]*)</g);
  const texts = readdirSync(join(folder, 'corpus')).flatMap((file) => [
    ...read(folder, join('corpus', file)).matchAll(/<DOCNO>([^<]*)<\/DOCNO>([\s\S]*?)<\/DOC>/g),
  ]);
  return collection(
    texts.map(([, id, text]) => [id!, text!.replace(/<[^>]*>/g, ' ')]),
    [...questions].map(([, id, text]) => [id!, text!]),
    gradesOf(read(folder, 'qrels')),
  );
}

/** Reads the MED collection: `.I <number>`, `.W` and the text; `MED.REL` has lines of question, run, text and grade. */
export function readMed(folder: string): Read {
  const parts = (file: string) =>
    [...read(folder, file).matchAll(/^\.I (\d+)\s+\.W\n([^]*?)(?=^\.I |(?![^]))/gm)].map(
      ([, id, text]): Pair => [id!, text!],
    );
  return collection(parts('MED.ALL'), parts('MED.QRY'), gradesOf(read(folder, 'MED.REL')));
}

/**
 * Reads the TIME collection: articles begin with `*TEXT …`, questions with `*FIND <number>`. `TIME.REL` has a line for each
 * question with the positions of its articles, from 1.
 */
export function readTime(folder: string): Read {
  const articles = read(folder, 'TIME.ALL').matchAll(/^\*TEXT .*\n([^]*?)(?=^\*(?:TEXT|STOP)|(?![^]))/gm);
  const questions = read(folder, 'TIME.QUE').matchAll(
    /^\*FIND +(\d+)\n([^]*?)(?=^\*(?:FIND|STOP)|(?![^]))/gm,
  );
  const grades = read(folder, 'TIME.REL')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([question, ...texts]) => texts.map((text): Grade => [question!, text, 1]));
  return collection(
    [...articles].map(([, text], place) => [String(place + 1), text!]),
    [...questions].map(([, id, text]) => [id!, text!]),
    grades,
  );
}

type Pair = [id: string, text: string];
type Grade = [question: string, text: string, grade: number];

/** Skips answers that are no texts, and questions without an answer. @throws Error when nothing is left */
function collection(texts: Pair[], questions: Pair[], grades: Grade[]): Read {
  const ids = new Set(texts.map(([id]) => id.trim()));
  const answers: Collection['answers'] = new Map();
  for (const [question, text, grade] of grades) {
    if (!(grade > 0) || !ids.has(text)) continue;
    addAnswer(answers, question, pathOf(text), grade);
  }
  const asked = questions
    .map(([id, text]) => ({ id: id.trim(), text: oneLine(text) }))
    .filter(({ id }) => answers.has(id));
  if (texts.length === 0 || asked.length === 0) throw new Error('The folder has no texts or no questions.');
  return {
    texts: texts.map(([id, text]) => ({ id: pathOf(id.trim()), text: oneLine(text) })),
    questions: asked,
    answers,
  };
}

/** Adds an answer of a question. */
export function addAnswer(answers: Collection['answers'], question: string, id: string, grade: number): void {
  answers.set(question, (answers.get(question) ?? new Map<string, number>()).set(id, grade));
}

const gradesOf = (lines: string): Grade[] =>
  lines.split('\n').flatMap((line) => {
    const [question, , text, grade] = line.trim().split(/\s+/);
    return question === undefined || text === undefined ? [] : [[question, text, Number(grade)]];
  });

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
