import type { ListRule, Rules } from '../merge.ts';
import { venueKey } from './venue.ts';

const fold = (text: string) => text.trim().toLowerCase();
const named: ListRule = { itemKey: ({ name }: { name: string }) => fold(name) };
const texts: ListRule = { itemKey: (text: string) => fold(text) };

/** How the statements of several sources about a company become one company. */
export const companyRules: Rules = {
  slug: 'kept',
  name: 'needed',
  type: 'needed',
  cik: 'value',
  is_active: { default: true },
  description: 'value',
  founding_year: 'value',
  headquarters: { members: { city: 'value', country: 'value' } },
  // A company has one list of CEOs at a time, but sources name founders one by one.
  key_people: { members: { founders: texts, ceo: 'value' } },
  logo: 'value',
  alternative_domains: texts,
  legal_entities: named,
  social: { itemKey: ({ url }: { url: string }) => url },
  categories: texts,
  financials: {
    itemKey: ({ name }: { name: string }) => name,
    day: ({ date }: { date?: string | null }) => date,
  },
  listings: {
    itemKey: ({ ticker, venue }: { ticker: string; venue?: string | null }) =>
      `${ticker} ${venueKey(venue ?? '')}`.trim(),
  },
  source_urls: texts,
};
