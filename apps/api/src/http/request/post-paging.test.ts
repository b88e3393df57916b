import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import {
  insertCompany,
  insertEvent,
  insertFiling,
  insertMetric,
  insertNews,
} from '../../testing/fixtures.ts';

const ROWS = 7;
type Pagination = Record<string, string | null>;

describe('the page links of a POST', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const company_id = await insertCompany(api.db, { domain: 'acme.com' });
    for (let i = 0; i < ROWS; i++) {
      await insertNews(api.db, { company_id });
      await insertMetric(api.db, { company_id });
      await insertFiling(api.db, { company_id });
      await insertEvent(api.db, { company_id, type: 'company_milestone' });
    }
  });
  afterAll(() => api.close());

  const cursors = { next: 'next_link', previous: 'prev_link', after: 'page_after', before: 'page_before' };
  const lists = [
    { path: 'news/company', items: 'company_news', more: {}, ...cursors },
    { path: 'metrics', items: 'metrics', more: {}, ...cursors },
    { path: 'events', items: 'events', more: { pagination: 'cursor' }, ...cursors },
    { path: 'events', items: 'events', more: {}, ...cursors, after: 'page', before: 'page' },
    {
      path: 'filings',
      items: 'filings',
      more: {},
      next: 'next',
      previous: 'previous',
      after: 'cursor',
      before: 'cursor',
    },
  ];

  it.each(lists)(
    '$path $more can be followed with an unchanged body, whichever $after or $before it contains',
    async (list) => {
      const filter = { company_domain: 'acme.com', page_size: 2, ...list.more };
      const ask = async (body: object, address = `/api/v1/${list.path}/`) => {
        const answer = await api.send('post', address, body);
        expect([address, answer.text, answer.status]).toEqual([address, answer.text, 200]);
        const rows = answer.body[list.items] as unknown[];
        return { rows, pagination: answer.body.pagination as Pagination };
      };
      const walk = async (body: object, link: string | null, name: string) => {
        const pages: unknown[][] = [];
        for (let address = link; address;) {
          const { rows, pagination } = await ask(body, address);
          pages.push(rows);
          address = pagination[name]!;
        }
        return pages;
      };
      const placeIn = (link: string | null | undefined, field: string) =>
        new URL(link!).searchParams.get(field);

      const first = await ask(filter);
      const rest = await walk(filter, first.pagination[list.next]!, list.next);
      expect([first.rows, ...rest].flat()).toHaveLength(ROWS);
      const second = await ask({ ...filter, [list.after]: placeIn(first.pagination[list.next], list.after) });
      const bodies = [
        { ...filter, [list.after]: placeIn(first.pagination[list.next], list.after) },
        { ...filter, [list.before]: placeIn(second.pagination[list.previous], list.before) },
      ];
      for (const [body, at] of [
        [bodies[0]!, 1],
        [bodies[1]!, 0],
      ] as const) {
        const pages = [first.rows, ...rest];
        const here = await ask(body);
        expect(here.rows).toEqual(pages[at]);
        expect(await walk(body, here.pagination[list.next]!, list.next)).toEqual(pages.slice(at + 1));
        const back = await walk(body, here.pagination[list.previous]!, list.previous);
        expect(back.reverse()).toEqual(pages.slice(0, at));
      }
    },
  );

  it.each(lists)('$path $more are rejected when asked with GET, which loses the filters', async (list) => {
    const body = { company_domain: 'acme.com', page_size: 2, ...list.more };
    const { pagination } = (await api.send('post', `/api/v1/${list.path}/`, body)).body;
    const answer = await api.get((pagination as Pagination)[list.next]!);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining('Send the link with POST and the same body'),
    ]);
  });
});
