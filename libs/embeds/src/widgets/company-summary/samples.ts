import { company } from '../valuation-chart/samples.ts';
import type { CompanySummaryData } from './data.ts';

const figure = (value: number, date: string | null, estimate: boolean) => ({
  value,
  date,
  estimate,
  source: { url: 'https://news.example/figure', title: 'Example News' },
});

export const summary: CompanySummaryData = {
  company,
  type: 'private',
  description: 'Acme Robotics builds arms that sort parcels in warehouses of every size.',
  foundingYear: 2011,
  headquarters: { city: 'Zürich', country: 'Switzerland' },
  founders: ['Ada Example', 'Grace Sample'],
  ceo: ['Ada Example'],
  categories: ['Robotics', 'Logistics'],
  currency: 'USD',
  valuation: figure(6.75e9, '2025-02-27', false),
  revenue: figure(4.1e8, '2024-12-31', true),
  funding: figure(1.3e9, null, false),
  asOf: '2025-02-27',
};

/** A company about which almost nothing is known. */
export const bareSummary: CompanySummaryData = {
  ...summary,
  company: { ...company, name: 'شركة الروبوتات', domain: 'robots.example' },
  type: 'public',
  description: null,
  foundingYear: null,
  headquarters: null,
  founders: [],
  ceo: [],
  categories: [],
  valuation: null,
  revenue: null,
  funding: null,
};
