import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A collection of texts and questions, with the texts that answer each question. */
export interface Collection {
  texts: { id: string; text: string }[];
  questions: { id: string; text: string }[];
  /** The texts that answer each question, with their grades of 1 or more. */
  answers: Map<string, Map<string, number>>;
}

/**
 * Reads a folder in TREC format: `corpus/` with files of `<DOC><DOCNO>…</DOCNO>…</DOC>`, `query-text.trec` with
 * `<top><num>…</num><title>…</title></top>`, and `qrels` with lines of question, run, text and grade.
 * Skips questions without an answer.
 * @throws Error that names a missing file
 */
export function readCollection(folder: string): Collection {
  const answers = readAnswers(read(join(folder, 'qrels')));
  const questions = [
    ...read(join(folder, 'query-text.trec')).matchAll(/<num>([^<]*)<\/num>\s*<title>([^<]*)</g),
  ]
    .map(([, id, text]) => ({ id: id!.trim(), text: oneLine(text!) }))
    .filter(({ id }) => answers.has(id));
  const texts = filesIn(join(folder, 'corpus')).flatMap((file) =>
    [...read(file).matchAll(/<DOCNO>([^<]*)<\/DOCNO>([\s\S]*?)<\/DOC>/g)].map(([, id, text]) => ({
      id: id!.trim(),
      text: oneLine(text!.replace(/<[^>]*>/g, ' ')),
    })),
  );
  if (texts.length === 0 || questions.length === 0) throw new Error(`There is no collection in ${folder}.`);
  return { texts, questions, answers };
}

function readAnswers(qrels: string): Collection['answers'] {
  const answers: Collection['answers'] = new Map();
  for (const line of qrels.split('\n')) {
    const [question, , text, grade] = line.trim().split(/\s+/);
    if (question === undefined || text === undefined || !(Number(grade) > 0)) continue;
    const of = answers.get(question) ?? new Map<string, number>();
    answers.set(question, of.set(text, Number(grade)));
  }
  return answers;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function read(file: string): string {
  if (!existsSync(file)) throw new Error(`${file} does not exist.`);
  return readFileSync(file, 'utf8');
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist.`);
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}
