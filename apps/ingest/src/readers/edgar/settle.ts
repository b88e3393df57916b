import { DAY_MS } from '@dossier/shared';
import type { EdgarBase } from './concepts.ts';

type Concept = Pick<EdgarBase, 'tiers' | 'nested'>;

/** One value in one filing. */
export interface Fact {
  /** With its taxonomy: `us-gaap:Revenues`. */
  tag: string;
  currency: string;
  start: string;
  end: string;
  value: number;
  accession: string;
  form: string;
  filed: string;
}

export type PeriodLength = 'year' | 'quarter';

/** The value of a period, and the filing to cite for it. */
export interface Settled {
  period: PeriodLength;
  end: string;
  value: number;
  cited: Fact;
  /** Facts of the cited filing that disagree with the value, which is larger. */
  parts: Fact[];
}

/** Days between which two ends are of the same period: filings date the end of a period a few days apart. */
const SAME_END_DAYS = 10;

const ANNUAL = new Set(['10-K', '10-K405', '10-KSB', '10-KT', '20-F', '40-F']);
const QUARTERLY = new Set(['10-Q', '10-QSB', '10-QT']);

/** Returns the days from first to last, both included. */
const daysOf = ({ start, end }: { start: string; end: string }) =>
  Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;

/** Classifies a period by its days: a year has 350 to 380, a quarter 80 to 100. */
export function periodOf(dates: { start: string; end: string }): PeriodLength | undefined {
  const days = daysOf(dates);
  if (days >= 350 && days <= 380) return 'year';
  return days >= 80 && days <= 100 ? 'quarter' : undefined;
}

/**
 * Returns whether a form decides values of such a period: annual reports decide years, annual and quarterly reports
 * quarters, each also amended. Proxy statements, current reports and prospectuses never decide.
 */
export function decides(form: string, period: PeriodLength): boolean {
  const bare = form.replace(/\/A$/, '');
  return ANNUAL.has(bare) || (period === 'quarter' && QUARTERLY.has(bare));
}

/**
 * Settles the value of each period of one length, by the rule of docs/data-team/edgar-facts.md:
 *
 * 1. Values whose periods end within ten days of each other are of one period. Tags of a lower tier are dropped if there
 *    is a higher one.
 * 2. The filing filed last decides; of two on one day the amendment, then the higher accession number. In a filing the
 *    first tag of the tier decides, then the value with more digits, since filings repeat values rounded. If nested tags
 *    disagree, the largest value decides, and no filing decides by a value that is a part in another one.
 * 3. The citation is the first filing with this value since the last other value, so a report that only repeats a figure
 *    changes nothing.
 * @param facts of one unit, of periods of one length
 */
export function settle(facts: Fact[], period: PeriodLength, { tiers, nested = [] }: Concept): Settled[] {
  const order = new Map(tiers.flat().map((tag, i) => [tag, i]));
  const tierOf = new Map(tiers.flatMap((tags, tier) => tags.map((tag) => [tag, tier] as const)));
  return byEnd(facts).map((group) => {
    const best = Math.min(...group.map(({ tag }) => tierOf.get(tag)!));
    const ranked = group.filter(({ tag }) => tierOf.get(tag) === best);
    ranked.sort(
      (a, b) =>
        compare(a.filed, b.filed) ||
        compare(a.form.endsWith('/A'), b.form.endsWith('/A')) ||
        compare(a.accession, b.accession) ||
        // The last value of a filing is its best.
        compare(order.get(b.tag)!, order.get(a.tag)!) ||
        compare(digits(a.value), digits(b.value)) ||
        compare(a.end, b.end),
    );
    const partsOf = (fact: Fact) => partsIn(ranked, fact, nested);
    const parts = ranked.filter((each) =>
      ranked.some(
        (part) =>
          agree(part, each) && part.tag === each.tag && ranked.some((total) => partsOf(total).includes(part)),
      ),
    );
    const kept = ranked.filter((each) => !parts.includes(each));
    const last = kept.filter(({ accession }, i) => accession !== kept[i + 1]?.accession);
    const { value, end } = last.at(-1)!;
    const change = last.findLastIndex((fact) => fact.value !== value);
    const cited = last[change + 1]!;
    return { period, end, value, cited, parts: partsOf(cited) };
  });
}

/** Returns the facts of a filing that a larger one of a nested tag contains. */
const partsIn = (facts: Fact[], total: Fact, nested: string[]): Fact[] =>
  nested.includes(total.tag)
    ? facts.filter(
        (each) =>
          each.accession === total.accession &&
          each.tag !== total.tag &&
          nested.includes(each.tag) &&
          each.value < total.value &&
          !agree(each, total),
      )
    : [];

/** Filings round to millions at most, and no reader takes a value for the same that is this much larger. */
const ROUNDED = { most: 1_000_000, share: 0.05 };

/** Returns whether two values are the same but for rounding. */
function agree({ value: a }: Fact, { value: b }: Fact): boolean {
  const zeros = Math.max(...[a, b].map((value) => /0*$/.exec(String(Math.trunc(value)))![0].length));
  const difference = Math.abs(a - b);
  return difference <= Math.min(10 ** zeros, ROUNDED.most) / 2 && difference <= ROUNDED.share * Math.abs(b);
}

/** Groups values whose ends are within some days of the first of the group. */
function byEnd(facts: Fact[]): Fact[][] {
  const groups: Fact[][] = [];
  for (const fact of [...facts].sort((a, b) => compare(a.end, b.end))) {
    const group = groups.at(-1);
    const isSame = group && daysOf({ start: group[0]!.end, end: fact.end }) - 1 <= SAME_END_DAYS;
    if (isSame) group.push(fact);
    else groups.push([fact]);
  }
  return groups;
}

const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** Counts significant digits: 3 for 592,000,000. */
const digits = (value: number) => String(Math.abs(value)).replace(/\.|0+$/g, '').length;
