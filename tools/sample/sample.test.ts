import { describe, expect, it } from '@jest/globals';
import { decimalString, eventStatus, foldDomain, isDate, isWebAddress, parseTime, rankingMetrics } from '@dossier/shared';
import { linesOf, readSample, repeated, sampleFiles } from './read.ts';

const { companies, datasets, filings, news, metrics, events } = readSample();

const isWeb = (link: string | undefined) => link !== undefined && isWebAddress(link);

describe('the files of the sample', () => {
  it.each(sampleFiles)(
    '%s.ndjson has one JSON object per line',
    (file) => {
      for (const line of linesOf(file)) {
        const record: unknown = JSON.parse(line);
        expect(record !== null && typeof record === 'object' && !Array.isArray(record)).toBe(true);
      }
    },
  );

  it('contain enough records of each kind', () => {
    expect(companies.length).toBeGreaterThanOrEqual(30);
    expect(new Set(datasets.map(({ company }) => company)).size).toBeGreaterThanOrEqual(20);
    expect(news.length).toBeGreaterThanOrEqual(60);
    expect(new Set(news.map(({ company }) => company)).size).toBeGreaterThanOrEqual(15);
    expect(metrics.length).toBeGreaterThanOrEqual(60);
  });
});

describe('unique values of the sample', () => {
  it('no two companies share a domain, slug or CIK', () => {
    expect(repeated(companies.flatMap((each) => [each.domain, ...(each.alternative_domains ?? [])]))).toEqual([]);
    expect(repeated(companies.flatMap(({ slug }) => slug ?? []))).toEqual([]);
    expect(repeated(companies.flatMap(({ cik }) => cik ?? []))).toEqual([]);
  });

  it('no two records share a natural key', () => {
    expect(repeated(datasets.map((each) => `${each.company} ${each.name}`))).toEqual([]);
    expect(repeated(filings.map((each) => each.accession_number))).toEqual([]);
    expect(repeated(news.map((each) => `${each.company} ${each.release_date} ${each.headline}`))).toEqual([]);
    expect(repeated(metrics.map((each) => JSON.stringify([each.company, each.metric_definition, each.measurement])))).toEqual([]);
    expect(repeated(events.map(({ company, event_type, data }) => JSON.stringify([company, event_type, data.announced_date, data.name])))).toEqual([]);
  });

  it('domains are bare and CIKs have ten digits', () => {
    for (const { domain, alternative_domains = [], cik } of companies) {
      for (const each of [domain, ...alternative_domains]) expect(foldDomain(each)).toBe(each);
      if (cik) expect(cik).toMatch(/^\d{10}$/);
    }
  });
});

describe('references, dates and sources of the sample', () => {
  it('every record names a company of the sample', () => {
    const domains = new Set(companies.map(({ domain }) => domain));
    const ciks = new Set(companies.map(({ cik }) => cik));
    const strays = [...datasets, ...news, ...metrics, ...events].filter(({ company }) => !domains.has(company));
    expect(strays).toEqual([]);
    expect(filings.filter(({ company, company_cik }) => !domains.has(company ?? '') && !ciks.has(company_cik))).toEqual([]);
  });

  it('every date is valid', () => {
    const dates = [
      ...companies.flatMap(({ financials = [], listings = [] }) => [...financials.map(({ date }) => date), ...listings.map(({ listed_at }) => listed_at)]),
      ...datasets.flatMap(({ data }) => data.map(({ x }) => x)),
      ...news.flatMap(({ articles }) => articles.map(({ date_published }) => date_published)),
      ...metrics.flatMap(({ measurement: m }) => [m.end_date, m.custom_start_date ?? m.end_date, m.comparison_window_end_date ?? m.end_date]),
      ...events.flatMap(({ data }) => [data.announced_date, data.effective_date ?? data.announced_date, data.closing_date ?? data.announced_date]),
    ];
    expect(dates.filter((date) => !isDate(date))).toEqual([]);
    const times = [...filings.map(({ filed_at }) => filed_at), ...news.map(({ release_date }) => release_date)];
    expect(times.filter((time) => parseTime(time) === undefined)).toEqual([]);
  });

  it('every figure of a company and every dataset has a source', () => {
    const figures = companies.flatMap(({ domain, financials = [] }) => financials.map((each) => ({ domain, ...each })));
    expect(figures.filter(({ source_url }) => !isWeb(source_url))).toEqual([]);
    expect(datasets.filter(({ source_url }) => !isWeb(source_url))).toEqual([]);
    const points = datasets.flatMap(({ data }) => data);
    expect(points.filter(({ source_url }) => source_url !== undefined && !isWeb(source_url))).toEqual([]);
  });

  it('every event and observation has a citation, every article and filing a link', () => {
    const cited = [...metrics, ...events].map(({ citations }) => citations);
    expect(cited.filter((citations) => citations.length === 0)).toEqual([]);
    const links = [...cited.flat(), ...news.flatMap(({ articles }) => articles)].map(({ link }) => link);
    expect([...links, ...filings.map(({ url }) => url)].filter((link) => !isWeb(link))).toEqual([]);
  });

  it('figures have names of rankings, amounts are exact decimals, statuses are valid', () => {
    const names: string[] = Object.values(rankingMetrics);
    expect(companies.flatMap(({ financials = [] }) => financials).filter(({ name }) => !names.includes(name))).toEqual([]);
    for (const { data } of events) {
      expect(eventStatus.safeParse(data.status).success).toBe(true);
      for (const amount of [data.amount_raised, data.valuation]) {
        if (amount != null) expect(decimalString.safeParse(amount).success).toBe(true);
      }
    }
  });
});
