import { isDate } from '@dossier/shared';
import { isObject, type Row } from '../../rows/types.ts';
import { ARCHIVE } from './addresses.ts';
import { edgarBases, type EdgarBase } from './concepts.ts';
import { periodOf, settle, decides, type Fact, type PeriodLength, type Settled } from './settle.ts';
import { cikOf, textOf } from './submissions.ts';

/** A file of https://data.sec.gov/api/xbrl/companyfacts/CIK##########.json. */
export interface CompanyFacts {
  /** Ten digits. */
  cik: string;
  name: string;
  /** By taxonomy and tag, such as us-gaap and Revenues. */
  facts: Record<string, unknown>;
}

/** Recognizes the SEC's JSON of company facts. Returns undefined for any other JSON. */
export function readCompanyFacts(value: unknown): CompanyFacts | undefined {
  if (!isObject(value) || !isObject(value['facts'])) return undefined;
  const cik = cikOf(value['cik']);
  if (cik === undefined) return undefined;
  return { cik, name: textOf(value['entityName']) ?? `CIK ${cik}`, facts: value['facts'] };
}

/** Why a fact is not an observation. Facts with other tags are not counted. */
type LeftOut = Record<'other units' | 'other periods' | 'other forms' | 'repeated or superseded', number>;

const PERIODS: PeriodLength[] = ['year', 'quarter'];

/**
 * Converts company facts to metric observations: one for each base, currency and period, as `settle` decides. Ignores
 * `frame`, and `fy` and `fp`, which name the filing of the fact and not its period.
 */
export function metricRows(given: CompanyFacts, file: string): { rows: Row[]; leftOut: LeftOut } {
  const leftOut = { 'other units': 0, 'other periods': 0, 'other forms': 0, 'repeated or superseded': 0 };
  const rows: Row[] = [];
  for (const base of edgarBases) {
    const byUnit = new Map<string, Fact[]>();
    for (const fact of base.tiers.flat().flatMap((tag) => factsOf(given, tag, leftOut))) {
      const key = `${periodOf(fact)} ${fact.currency}`;
      byUnit.set(key, [...(byUnit.get(key) ?? []), fact]);
    }
    for (const [key, facts] of byUnit) {
      const period = PERIODS.find((each) => key.startsWith(each))!;
      const settled = settle(facts, period, base);
      leftOut['repeated or superseded'] += facts.length - settled.length;
      for (const each of settled) {
        const warnings =
          each.parts.length > 0 ? [`tags disagree: ${base.base} to ${each.end}: ${choiceOf(each)}`] : [];
        rows.push({ file, row: rows.length + 1, value: metricRecord(given, base, each), warnings });
      }
    }
  }
  return { rows, leftOut };
}

/** Returns the facts of a tag that may settle a period, and counts the others. */
function factsOf({ facts }: CompanyFacts, tag: string, leftOut: LeftOut): Fact[] {
  const [taxonomy, name] = tag.split(':') as [string, string];
  const concepts = facts[taxonomy];
  const concept = isObject(concepts) ? concepts[name] : undefined;
  const units = isObject(concept) && isObject(concept['units']) ? concept['units'] : {};
  return Object.entries(units).flatMap(([unit, items]) => {
    if (!Array.isArray(items)) return [];
    if (!/^[A-Z]{3}$/.test(unit)) {
      leftOut['other units'] += items.length;
      return [];
    }
    return items.filter(isObject).flatMap((item): Fact[] => {
      const fact = { tag, currency: unit, ...readFact(item) };
      const period = isWhole(fact) ? periodOf(fact) : undefined;
      if (period === undefined || !isWhole(fact)) leftOut['other periods']++;
      else if (!decides(fact.form, period)) leftOut['other forms']++;
      else return [fact];
      return [];
    });
  });
}

function readFact(item: Record<string, unknown>): Partial<Fact> {
  const day = (value: unknown) => (typeof value === 'string' && isDate(value) ? value : undefined);
  return {
    start: day(item['start']),
    end: day(item['end']),
    value: typeof item['val'] === 'number' ? item['val'] : undefined,
    accession: textOf(item['accn']),
    form: textOf(item['form']),
    filed: day(item['filed']),
  };
}

/** A value on a day, such as cash, has no start. */
const isWhole = (fact: Partial<Fact>): fact is Fact =>
  Object.values(fact).every((value) => value !== undefined);

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Names the values of a filing that disagree, and the one that is used. */
const choiceOf = ({ cited, parts }: Settled): string => {
  const valueOf = ({ tag, value }: Fact) => `${number.format(value)} (${tag})`;
  return `the largest value is the total: ${valueOf(cited)}, not ${parts.map(valueOf).join(' or ')}`;
};

function metricRecord({ cik, name }: CompanyFacts, base: EdgarBase, settled: Settled): object {
  const { period, end, value, cited } = settled;
  const { currency, accession, form, filed, start, tag } = cited;
  const choice = settled.parts.length > 0 ? ` Tags disagree: ${choiceOf(settled)}.` : '';
  return {
    company_cik: cik,
    metric_definition: { base: base.base, view: 'value', base_period: period },
    measurement: {
      scenario: 'historical',
      end_date: end,
      type: 'equals',
      unit_kind: 'currency',
      currency_code: currency,
      amount: value,
    },
    citations: [
      {
        link: `${ARCHIVE}/${Number(cik)}/${accession.replaceAll('-', '')}/${accession}-index.htm`,
        headline: `${name}: ${form} filed ${filed}, accession number ${accession}`,
        quote: null,
        snippet: `${base.words} of ${number.format(value)} ${currency} from ${start} to ${cited.end}, tagged ${tag}.${choice}`,
        publication: 'SEC EDGAR',
        type: 'filing',
        is_filing: true,
      },
    ],
  };
}
