import { describe, expect, it } from '@jest/globals';
import { rankingMetrics } from '@dossier/shared';
import { readSample, repeated } from './read.ts';

const { companies, datasets, filings, news, metrics, events } = readSample();

const find = (domain: string) => companies.find((company) => company.domain === domain)!;
const DAY = 86_400_000;

describe('hard cases among companies and datasets of the sample', () => {
  it('include a company with only a domain, a name and a type', () => {
    expect(Object.keys(find('craigslist.org')).sort()).toEqual(['domain', 'name', 'type']);
    const others = [...datasets, ...news, ...metrics, ...events, ...filings];
    expect(others.filter(({ company }) => company === 'craigslist.org')).toEqual([]);
  });

  it('include an inactive company, many alternative domains and a name in two scripts', () => {
    expect(companies.filter(({ is_active }) => is_active === false).map(({ domain }) => domain)).toEqual(['quibi.com']);
    expect(find('airbnb.com').alternative_domains.length).toBeGreaterThanOrEqual(5);
    expect(find('bytedance.com').name).toMatch(/^ByteDance \p{Script=Han}+$/u);
  });

  it('include a headquarters without a city, no founders, no CEO, two listings and no valuation', () => {
    expect(find('snowflake.com').headquarters.city).toBeNull();
    expect(find('arm.com').key_people.founders).toEqual([]);
    expect(find('hashicorp.com').key_people.ceo).toEqual([]);
    expect(find('shopify.com').listings).toHaveLength(2);
    expect(find('shopify.com').financials.map(({ name }) => name)).not.toContain(rankingMetrics.valuation);
  });

  it('include all types of series, estimates, another currency, fiscal years and years to date', () => {
    const kinds = ['Funding', 'Price per Share', 'Recurring Revenue', 'Revenue', 'Run Rate Revenue', 'Valuation'];
    expect([...new Set(datasets.map(({ data_type }) => data_type))].sort()).toEqual(kinds);
    expect(datasets.flatMap(({ data }) => data).filter(({ type }) => type === 'estimate').length).toBeGreaterThan(5);
    expect(datasets.filter(({ metric }) => metric === 'EUR').map(({ company }) => company)).toEqual(['spotify.com']);
    for (const { data_type, frequency, data, name } of datasets) {
      if (data_type !== 'Revenue' || frequency !== 'Annual') continue;
      const calendar = data.every(({ x }) => x.endsWith('-12-31'));
      expect(calendar || /fiscal year/.test(name)).toBe(true);
    }
    const toDate = datasets.filter(({ frequency }) => frequency === 'Quarterly');
    expect(toDate.length).toBeGreaterThan(0);
    for (const { data } of toDate) {
      const amounts = data.map(({ y }) => y);
      expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    }
  });
});

describe('hard cases among filings, news, metrics and events of the sample', () => {
  it('include filings by CIK, in several formats and forms, over many years', () => {
    expect(filings.some(({ company, company_cik }) => company === undefined && company_cik !== undefined)).toBe(true);
    expect([...new Set(filings.map(({ format }) => format))].sort()).toEqual(['htm', 'txt', 'xml']);
    const forms = new Set(filings.map(({ type }) => type));
    for (const form of ['10-K', '10-Q', '8-K', '4', 'DEF 14A']) expect(forms).toContain(form);
    expect(new Set(filings.map(({ filed_at }) => filed_at.slice(0, 4))).size).toBeGreaterThan(15);
  });

  it('include a window of 14 days with many news items, of one to four articles, some without a picture', () => {
    const times = news.map(({ release_date }) => Date.parse(release_date));
    const busiest = Math.max(...times.map((from) => times.filter((t) => t >= from && t <= from + 14 * DAY).length));
    expect(busiest).toBeGreaterThanOrEqual(5);
    expect([...new Set(news.map(({ articles }) => articles.length))].sort()).toEqual([1, 2, 3, 4]);
    expect([...new Set(news.map(({ importance }) => importance))].sort()).toEqual(['major', 'minor']);
    const pictures = news.flatMap(({ articles }) => articles.map(({ thumbnail }) => thumbnail === null));
    expect(new Set(pictures)).toEqual(new Set([true, false]));
    for (const { articles } of news) expect(repeated(articles.map(({ link }) => link))).toEqual([]);
  });

  it('include observations of every base, view, scenario and type', () => {
    const seen = new Set(metrics.flatMap(({ metric_definition: d, measurement: m }) => [d.base, d.view, m.scenario, m.type]));
    for (const value of ['trailing_revenue', 'recurring_revenue', 'run_rate_revenue', 'value', 'growth']) expect(seen).toContain(value);
    for (const value of ['historical', 'projection', 'equals', 'greater_than', 'less_than', 'between', 'about']) expect(seen).toContain(value);
    for (const { metric_definition: d, measurement: m } of metrics) {
      if (m.type === 'between') expect(m.amount === null && m.low < m.high).toBe(true);
      else expect(m.amount !== null && m.low === null && m.high === null).toBe(true);
      expect(m.currency_code === null).toBe(m.unit_kind === 'percent');
      expect(m.comparison_window_end_date !== null).toBe(d.view === 'growth');
    }
  });

  it('include citations with a quote, with only a snippet, and with neither', () => {
    const all = metrics.flatMap(({ citations }) => citations);
    const withQuote = all.filter(({ quote }) => quote !== null);
    expect(withQuote.length).toBeGreaterThan(2);
    for (const { quote } of withQuote) expect(quote.length).toBeLessThan(120);
    expect(all.some(({ quote, snippet }) => quote === null && snippet != null)).toBe(true);
    expect(all.some(({ quote, snippet }) => quote === null && snippet == null)).toBe(true);
  });

  it('include extension and crowdfunding rounds, a late series, and a closed sale without a closing date', () => {
    const data = events.map((event) => event.data);
    expect(data.some(({ is_extension }) => is_extension === true)).toBe(true);
    const rounds = new Set(data.map(({ round_type }) => round_type));
    for (const type of ['seed', 'series_a', 'series_n', 'growth', 'strategic', 'crowdfunding']) expect(rounds).toContain(type);
    const sales = events.filter(({ event_type }) => event_type === 'secondary_transaction');
    expect(sales.some(({ data: sale }) => sale.status === 'closed' && sale.closing_date === null)).toBe(true);
    expect(new Set(sales.map(({ data: sale }) => sale.status))).toEqual(new Set(['announced', 'closed', 'cancelled']));
  });

  it('include a split, a reverse split, a recapitalization, an IPO, an incorporation, a delisting and a cancelled IPO', () => {
    const types = new Set(events.map(({ data }) => data.type));
    for (const type of ['stock_split', 'reverse_split', 'recapitalization', 'ipo', 'incorporation', 'delisting']) expect(types).toContain(type);
    expect(events.some(({ company, data }) => company === 'wework.com' && data.type === 'ipo' && data.status === 'cancelled')).toBe(true);
  });
});
