import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '@dossier/shared';

interface Fact {
  val: number;
  start?: string;
  end: string;
  accn: string;
  fy: number;
  fp: string;
  form: string;
  filed: string;
}
interface CompanyFacts {
  cik: number;
  entityName: string;
  facts: Record<string, Record<string, { label: string | null; units: Record<string, Fact[]> }>>;
}

/** The topics of the sections, each with the concepts that belong to it. The first that matches counts. */
const TOPICS: [title: string, concepts: RegExp][] = [
  ['Earnings per share', /PerShare(?!.*Price)|WeightedAverage.*Shares|AdjustedWeightedAverage|Antidilutive/],
  [
    'Share-based compensation',
    /Share-?[bB]ased|StockOption|Nonvested|EmployeeServiceShare|StockIssued.*Plan/,
  ],
  ['Income taxes', /(?<!Before|BeforeIncome|NetOf|Assessed)Tax/],
  ['Business combinations', /BusinessCombination|BusinessAcquisition|Acquisition|Acquiree/],
  ['Goodwill and intangible assets', /Goodwill|Intangible/],
  ['Leases', /Lease|Rental|RightofUse/i],
  [
    'Debt and interest',
    /^(?!AvailableForSale|DebtSec).*(?:Borrowing|Debt|(?<!Noncontrolling|Minority)Interest|FinanceCosts)/,
  ],
  ['Cash flow', /NetCashProvided|CashFlows|Payments|Proceeds|Repayments|IncreaseDecrease|PeriodIncrease/],
  ['Revenue and deferred revenue', /Revenue|ContractWithCustomer|RemainingPerformance|Deferred.*Commission/],
  ['Costs and operating expenses', /Cost|Expense|Depreciation|Amortization/],
  ['Profit and loss', /Profit|Income|Loss|Gain/],
  ['Cash and investments', /Cash|Investment|Securities|AvailableForSale/],
  ["Stockholders' equity", /Equity|Capital|Shares|Stock|Noncontrolling/],
  ['Assets and liabilities', /./],
];

/**
 * Returns a document for each filing in the SEC's company facts: a cover, and a section for each topic with the figures of
 * the period and of the previous one.
 * @param tickers trading symbols by CIK
 */
export function factFilings(folder: string, tickers: Map<number, string | undefined>): object[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) =>
      filingsOf(JSON.parse(readFileSync(join(folder, name), 'utf8')) as CompanyFacts, tickers),
    );
}

function filingsOf(
  { cik, entityName, facts }: CompanyFacts,
  tickers: Map<number, string | undefined>,
): object[] {
  const filings = new Map<string, { filing: Fact; topics: Map<string, string[]> }>();
  for (const [concept, { label, units }] of Object.values(facts).flatMap((each) => Object.entries(each))) {
    const topic = TOPICS.find(([, concepts]) => concepts.test(concept))![0];
    for (const [unit, all] of Object.entries(units)) {
      for (const [accession, own] of groupBy(all, ({ accn }) => accn)) {
        const filing = filings.get(accession) ?? { filing: own[0]!, topics: new Map<string, string[]>() };
        filings.set(accession, filing);
        const lines = filing.topics.get(topic) ?? [];
        filing.topics.set(topic, lines);
        const shown = own.sort((a, b) => (a.end < b.end ? 1 : -1)).slice(0, 2);
        const values = shown.map((fact) => `${amount(fact.val, unit)} ${period(fact)}`);
        lines.push(`${label ?? inWords(concept)}: ${values.join(', ')}`);
      }
    }
  }
  return [...filings].map(([accession, { filing, topics }]) => {
    const name = entityName.replace(/\bSNOWFLAKE INC\./, 'Snowflake Inc.');
    const { form, fy, fp, filed } = filing;
    const of = fp === 'FY' ? `fiscal year ${fy}` : `${fp} of fiscal year ${fy}`;
    const cover = [
      `Accession number: ${accession}`,
      `Filed: ${day(filed)}`,
      `Trading symbol: ${tickers.get(cik) ?? 'none'}`,
    ];
    return {
      slug: `${form}-${accession}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      title: `${name}: Form ${form} for ${of}`,
      type: 'company',
      date: filed,
      content: {
        sections: [['Cover', cover] as const, ...TOPICS.map(([title]) => [title, topics.get(title)] as const)]
          .filter(([, lines]) => lines !== undefined)
          .map(([title, lines]) => ({
            title,
            elements: lines!.map((text) => ({ type: 'list_item', text, spans: [] })),
          })),
      },
    };
  });
}

const amount = (value: number, unit: string) =>
  unit === 'USD' ? `$${value.toLocaleString('en-US')}` : `${value.toLocaleString('en-US')} ${unit}`;
const period = ({ start, end }: Fact) =>
  start === undefined ? `as of ${day(end)}` : `from ${day(start)} to ${day(end)}`;
const day = (date: string) =>
  new Date(date).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
/** `LongtermBorrowings` becomes `Longterm borrowings`. */
const inWords = (concept: string) =>
  concept.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
