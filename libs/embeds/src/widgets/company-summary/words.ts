import type { Figure } from '../../inputs/data.ts';
import { say } from '../../words/say.ts';
import type { CompanySummaryData } from './data.ts';

/** Returns the known figures with their labels. */
export const figuresOf = ({ valuation, revenue, funding }: CompanySummaryData): [string, Figure][] =>
  (
    [
      [say('Valuation'), valuation],
      [say('Revenue'), revenue],
      [say('Total funding'), funding],
    ] as const
  ).flatMap(([label, figure]) => (figure === null ? [] : [[label, figure]]));

/** Returns the known facts with their labels, each as one or more words. */
export function factsOf(data: CompanySummaryData): [string, string[]][] {
  const { type, foundingYear, headquarters, founders, ceo, categories } = data;
  const all: [string, (string | null | undefined)[]][] = [
    [say('Status'), [type && say(type === 'public' ? 'Public' : 'Private')]],
    [say('Founded'), [foundingYear?.toString()]],
    [say('Headquarters'), [headquarters?.city, headquarters?.country]],
    [say('Founders', { count: founders.length }, 'Founder'), founders],
    [say('Chief executive'), ceo],
    [say('Categories'), categories],
  ];
  return all.flatMap(([label, words]) => {
    const known = words.filter((word) => typeof word === 'string' && word.trim() !== '') as string[];
    return known.length === 0 ? [] : [[label, known]];
  });
}
