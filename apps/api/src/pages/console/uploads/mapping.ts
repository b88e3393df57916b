import type { MappingQuestion } from '@dossier/shared';

/** The lines of a drafted mapping that answer its questions, as a form sends them: `answer-3` is the third line. */
export const fieldOf = ({ line }: MappingQuestion): string => `answer-${line}`;

/** Returns a mapping with its questions answered. An answer is a line; its indentation is that of the draft. */
export function answered(text: string, questions: MappingQuestion[], given: Record<string, string>): string {
  const lines = text.split('\n');
  const isAsked = (line: string) => /^\s*# DECIDE: /.test(line);
  for (const question of questions.toReversed()) {
    const { line, drafted } = question;
    const place = line - 1;
    const answer = (given[fieldOf(question)] ?? '').replaceAll(/\s*[\r\n]+\s*/g, ' ').trim();
    const [indent] = /^\s*/.exec(drafted ?? lines[place - 1] ?? '')!;
    const next = answer === '' ? [] : [`${indent}${answer}`];
    lines.splice(place, drafted === null ? 0 : 1, ...next);
    if (isAsked(lines[place - 1] ?? '')) lines.splice(place - 1, 1);
  }
  return lines.join('\n');
}

/** Returns the kind that a mapping names; undefined if it names none. */
export const kindIn = (text: string): string | undefined => /^kind:\s*['"]?(\w+)/m.exec(text)?.[1];
