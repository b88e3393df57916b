import type { NameClass } from './names-questions.ts';
import type { NameAnswer } from './names-run.ts';
import type { EngineName } from './search-api.ts';

type Answers = Map<EngineName, Map<string, NameAnswer[]>>;

/** Returns a Markdown table: for each class and engine the share at rank 1, in the first three, and that finds nothing. */
export function namesTable(classes: NameClass[], answers: Answers): string {
  const engines = [...answers.keys()];
  const shares = (of: NameAnswer[]) => [
    share(of, ({ place }) => place === 1),
    share(of, ({ place }) => place !== undefined && place <= 3),
    share(of, ({ total }) => total === 0),
  ];
  const rows = classes.map(({ name, first, wanted, questions }) => {
    const cells = engines.flatMap((engine) => shares(answers.get(engine)!.get(name)!).map(percent));
    return `| ${name} | ${questions.length} | ${percent(wanted)} ${first === 1 ? 'at 1' : `in ${first}`} | ${cells.join(' | ')} |`;
  });
  const all = engines.flatMap((engine) => shares([...answers.get(engine)!.values()].flat()).map(percent));
  const heads = engines.flatMap((engine) => [`${engine} at 1`, 'in 3', 'nothing']);
  return [
    `| | questions | wanted | ${heads.join(' | ')} |`,
    `| --- | ---: | ---: |${' ---: |'.repeat(heads.length)}`,
    ...rows,
    `| all | | | ${all.join(' | ')} |`,
    '',
    agreement(answers),
    '',
  ].join('\n');
}

const share = (of: NameAnswer[], is: (answer: NameAnswer) => boolean) =>
  of.filter(is).length / Math.max(1, of.length);
const percent = (value: number) => `${Math.round(value * 1000) / 10}%`;

function agreement(answers: Answers): string {
  const [one, other] = ['fts5', 'meilisearch'].map((name) => answers.get(name as EngineName));
  if (!one || !other) return '';
  const parts = [...one].map(([name, asked]) => {
    const theirs = other.get(name)!;
    const same = asked.filter(({ page }, i) => page.join() === theirs[i]!.page.join()).length;
    const sorted = (page: string[]) => [...page].sort().join();
    const sameSet = asked.filter(({ page }, i) => sorted(page) === sorted(theirs[i]!.page)).length;
    return { name, same, sameSet, all: asked.length };
  });
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  const low = parts
    .filter(({ same, all }) => same < 0.9 * all)
    .map(({ name, same, sameSet, all }) => `${name} ${same} (${sameSet}) of ${all}`);
  return (
    `The engines return the same first ten for ${sum(({ same }) => same)} of ${sum(({ all }) => all)} questions, and in any ` +
    `order for ${sum(({ sameSet }) => sameSet)}.` +
    (low.length > 0 ? ` Below 9 of 10 (in any order): ${low.join('; ')}.` : '')
  );
}

/** Returns examples of questions that an engine does not answer as wanted. */
export function examples(classes: NameClass[], answers: Answers, most: number): string {
  if (most === 0) return '';
  return [...answers]
    .flatMap(([engine, byClass]) =>
      classes.flatMap(({ name, first }) => {
        const failed = byClass.get(name)!.filter(({ place = Infinity }) => place > first);
        const lines = failed
          .slice(0, most)
          .map(
            ({ question, place, total, titles }) =>
              `- \`${question.text}\` needs ${question.right[0]}: ${place === undefined ? 'not in ten' : `place ${place}`}, ` +
              `${total} found: ${titles.join(' / ')}`,
          );
        return failed.length === 0 ? [] : [`\n${engine}, ${name}: ${failed.length} fail`, '', ...lines];
      }),
    )
    .join('\n');
}
