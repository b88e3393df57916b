import type { Figure } from '../../data.ts';
import type { CompanySummaryData } from './data.ts';

/** Returns the known figures with their labels. */
export const figuresOf = ({ valuation, revenue, funding }: CompanySummaryData): [string, Figure][] =>
  (
    [
      ['Valuation', valuation],
      ['Revenue', revenue],
      ['Total funding', funding],
    ] as const
  ).flatMap(([label, figure]) => (figure === null ? [] : [[label, figure]]));

/** Returns the known facts with their labels, each as one or more words. */
export function factsOf(data: CompanySummaryData): [string, string[]][] {
  const { type, foundingYear, headquarters, founders, ceo, categories } = data;
  const all: [string, (string | null | undefined)[]][] = [
    ['Status', [type && (type === 'public' ? 'Public' : 'Private')]],
    ['Founded', [foundingYear?.toString()]],
    ['Headquarters', [headquarters?.city, headquarters?.country]],
    [founders.length === 1 ? 'Founder' : 'Founders', founders],
    ['Chief executive', ceo],
    ['Categories', categories],
  ];
  return all.flatMap(([label, words]) => {
    const known = words.filter((word) => typeof word === 'string' && word.trim() !== '') as string[];
    return known.length === 0 ? [] : [[label, known]];
  });
}
