import { expect, it } from '@jest/globals';
import { checkSame, peerQuestionsOf } from './peers-questions.ts';

it('compares the rows of a peer with our response, and names the first difference', () => {
  const [company, news, counted] = peerQuestionsOf(100);
  const names = {
    id: 2,
    slug: 'a',
    name: 'A',
    domain: 'a.example',
    cik: null,
    is_active: true,
    type: 'private',
  };
  const texts = { logo_json: 'null', social_json: '[]', legal_entities_json: '[]' };
  const dataset = {
    id: 'd',
    dataset_id: 1,
    data_json: '[{"x":"2025","y":1}]',
    company_id: 2,
  };
  const document = { id: 7, slug: 'd', title: 'D', type: 'market', published_at: '2025-12-31T00:00:00Z' };
  const row = {
    ...names,
    ...{ updated_at: 'now', founding_year: 1990, description: null },
    ...{ headquarters_city: 'Paris', headquarters_country: null },
    ...texts,
    key_people_json: '{"founders":[],"ceo":[]}',
    company_domains: [{ domain: 'a.example' }, { domain: 'b.example' }],
    company_categories: [{ category_id: { id: 1 } }],
    company_listings: [{ ticker: 'A', venue: '', listed_at: null }],
    document_companies: [{ relation: 'subject', document_id: document }],
    datasets: [dataset],
    company_financials: [{ name: 'revenue', value: 1 }],
    events: [{ id: 'e', subtype: 'ipo', event_date: '2025', name: 'E', data_json: '{}' }],
  };
  const ours = {
    ...names,
    ...{ updated_at: 'now', founding_year: 1990, description: null },
    headquarters: { city: 'Paris', country: null },
    ...{ logo: null, social: [], legal_entities: [], key_people: { founders: [], ceo: [] } },
    alternative_domains: ['b.example'],
    categories: [{ id: 1 }],
    listings: [{ ticker: 'A', venue: null, listed_at: null }],
    documents: [
      {
        ...{ id: 7, slug: 'd', title: 'D', type: 'market', date: '2025-12-31', published_at: '2025-12-31' },
        ...{ created_at: undefined, updated_at: undefined, relation: 'subject', link: 'computed' },
        preview_meta: { title: undefined, image: undefined, description: undefined },
      },
    ],
    company_datasets: [{ id: 'd', dataset_id: 1, data: [{ x: '2025', y: 1 }], company: 2 }],
    financials: [{ name: 'revenue', value: 1 }],
    milestones: [{ id: 'e', type: 'ipo', date: '2025', label: 'E', description: null }],
  };
  const compare = (changes: object) => () =>
    checkSame(
      'q',
      'Peer',
      company!.ourValues({ company: ours } as never),
      company!.valuesOf({ rows: [{ ...row, ...changes }], total: undefined }),
    );
  expect(compare({})).not.toThrow();
  expect(compare({ founding_year: 1991 })).toThrow(
    'q: founding_year is 1990 in our response and 1991 in that of Peer.',
  );
  expect(compare({ datasets: [{ ...dataset, data_json: '[]' }] })).toThrow(
    'q: company_datasets.0.data.0 is {',
  );
  expect(compare({ company_domains: [] })).toThrow('alternative_domains.0 is "b.example"');

  const items = {
    company_news: [{ id: 'n', articles: [], company: { id: 1 } }],
    pagination: { total_items: 9 },
  };
  const rows = [{ id: 'n', articles_json: '[]', company_id: { id: 1 } }];
  const same = (question: typeof news, total: number | undefined) => () =>
    checkSame('q', 'Peer', question!.ourValues(items as never), question!.valuesOf({ rows, total }));
  expect(same(news, undefined)).not.toThrow();
  expect(same(counted, 9)).not.toThrow();
  expect(same(counted, 8)).toThrow('q: total is 9');
});
