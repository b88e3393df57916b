import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import fc from 'fast-check';
import { PUBLIC_URL, startTestApi, type TestApi } from '../testing/api.ts';
import {
  insertCompany,
  insertDocument,
  insertEvent,
  insertFiling,
  insertMetric,
  insertNews,
} from '../testing/fixtures.ts';

type Id = string | number;

/** A paged list as the test sees it: where it begins, how its rows are made, and where its order puts them. */
interface List {
  title: string;
  path: string;
  items: string;
  id: string;
  links: [next: string, previous: string];
  table: string;
  insert(day: number): Promise<Id>;
  /** Moves a row to another place of the order. */
  move(id: Id, day: number): Promise<unknown>;
}

const UNCHANGED = 23;
const MAX_ROWS = 60;
const STEPS = 400;
const date = (day: number) => `2026-01-${String(day).padStart(2, '0')}`;
const time = (day: number) => `${date(day)}T00:00:00.000Z`;

describe.each(engines)('paging while rows are inserted, moved and deleted on %s', (engine) => {
  let api: TestApi;
  let company_id: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    company_id = await insertCompany(api.db, { domain: 'acme.com', updated_at: time(1) });
  });
  afterAll(() => api.close());

  const scoped = 'company_domain=acme.com';
  const lists = (): List[] => {
    const { db } = api;
    const cursors: List['links'] = ['next_link', 'prev_link'];
    const move = (table: string, column: string, at: (day: number) => string) => (id: Id, day: number) =>
      db(table)
        .where({ id })
        .update({ [column]: at(day) });
    let document = 0;
    const documents = {
      items: 'documents',
      id: 'id',
      links: cursors,
      table: 'documents',
      insert: (day: number) =>
        insertDocument(db, { slug: `walk-${engine}-${++document}`, published_at: time(day) }, [
          { company_id, relation: 'subject' },
        ]),
      move: (id: Id, day: number) =>
        db.transaction(async (trx) => {
          await trx('documents')
            .where({ id })
            .update({ published_at: time(day) });
          await trx('document_companies')
            .where({ document_id: id })
            .update({ published_at: time(day) });
        }),
    };
    return [
      { title: 'documents [R-PAGE-11]', path: '/api/v1/documents?', ...documents },
      { title: "a company's documents [R-PAGE-17]", path: `/api/v1/documents?${scoped}&`, ...documents },
      {
        title: 'news [R-PAGE-12]',
        path: `/api/v1/news/company/?${scoped}&`,
        items: 'company_news',
        id: 'id',
        links: cursors,
        table: 'news',
        insert: (day) => insertNews(db, { company_id, release_date: time(day) }),
        move: move('news', 'release_date', time),
      },
      {
        title: 'filings [R-PAGE-13]',
        path: `/api/v1/filings/?${scoped}&`,
        items: 'filings',
        id: 'id',
        links: ['next', 'previous'],
        table: 'filings',
        insert: (day) => insertFiling(db, { company_id, filed_at: time(day) }),
        move: move('filings', 'filed_at', time),
      },
      {
        title: 'metrics [R-PAGE-14]',
        path: `/api/v1/metrics/?${scoped}&`,
        items: 'metrics',
        id: 'metric_id',
        links: cursors,
        table: 'metrics',
        insert: (day) => insertMetric(db, { company_id, end_date: date(day) }),
        move: move('metrics', 'end_date', date),
      },
      {
        title: 'events by cursor [R-PAGE-15]',
        path: '/api/v1/events/?pagination=cursor&',
        items: 'events',
        id: 'event_id',
        links: cursors,
        table: 'events',
        insert: (day) => insertEvent(db, { company_id, type: 'company_milestone', event_date: date(day) }),
        move: move('events', 'event_date', date),
      },
      {
        title: 'company sync [R-PAGE-16]',
        path: '/api/v1/companies/?mode=sync&updated_at_gte=2026-01-05&updated_at_lte=2026-01-15&',
        items: 'companies',
        id: 'id',
        links: cursors,
        table: 'companies',
        // Its order is that of the ids; a row moves by leaving the window or entering it.
        insert: (day) =>
          insertCompany(db, { domain: `d${Math.random()}.com`.replace('0.', ''), updated_at: time(day) }),
        move: move('companies', 'updated_at', time),
      },
    ];
  };

  /** Reads a page without the check of each row that `api.get` makes. */
  const read = async (address: string) => {
    const headers = { authorization: `Token ${api.key}` };
    const response = await fetch(api.url + address.replace(PUBLIC_URL, ''), { headers });
    return (await response.json()) as { pagination: Record<string, string | null> } & Record<
      string,
      Record<string, Id>[]
    >;
  };
  /** Follows a link to its end; gives the ids as they came, and the last page with the way back from it. */
  const follow = async (list: List, start: string | null, link: 0 | 1) => {
    const pages: string[][] = [];
    let back: string | null = null;
    let address = start;
    for (let step = 0; address; step++) {
      if (step > STEPS) throw new Error('The walk does not end.');
      const body = await read(address);
      pages.push(body[list.items]!.map((item) => plainId(item[list.id]!)));
      address = body.pagination[list.links[link]]!;
      back = body.pagination[list.links[1 - link]!]!;
    }
    return { ids: (link === 0 ? pages : pages.reverse()).flat(), end: pages.at(-1) ?? [], back };
  };
  const plainId = (id: Id) => String(id).replace(/^(fr|st|ca|cm)_/, '');

  /** Inserts, moves and deletes rows that are not among the unchanged, until it is told to stop. */
  const meddle = (list: List, days: number[]) => {
    let stopped = false;
    const own: Id[] = [];
    let writes = 0;
    const finished = (async () => {
      for (let i = 0; !stopped; i++) {
        // Not for ever: a walk over rows that come faster than it reads has no end.
        if (i < MAX_ROWS) own.push(await list.insert(days[i % days.length]!));
        await list.move(own[(i * 7) % own.length]!, days[(i + 3) % days.length]!);
        if (i % 3 === 2 && own.length > 1) await remove(list, own.splice(0, 1));
        writes++;
        // Lets a page be read in between, and now and then a few.
        await new Promise((resolve) => setTimeout(resolve, i % 4));
      }
      await remove(list, own);
    })();
    return async () => {
      stopped = true;
      await finished;
      return writes;
    };
  };
  const remove = async ({ table }: List, ids: Id[]) => {
    await api.db(table).whereIn('id', ids).delete();
  };

  const titles = [
    'documents [R-PAGE-11]',
    "a company's documents [R-PAGE-17]",
    'news [R-PAGE-12]',
    'filings [R-PAGE-13]',
    'metrics [R-PAGE-14]',
    'events by cursor [R-PAGE-15]',
    'company sync [R-PAGE-16]',
  ];
  it.each(titles)('returns each unchanged row once, forward and backward: %s', async (title) => {
    const list = lists().find((each) => each.title === title)!;
    const kept: Id[] = [];
    for (let i = 0; i < UNCHANGED; i++) kept.push(await list.insert(6 + (i % 7)));
    const unchanged = new Set(kept.map(plainId));
    const amongThem = (ids: string[]) => ids.filter((id) => unchanged.has(id));
    const { ids: expected } = await follow(list, `${list.path}page_size=50`, 0);
    expect(amongThem(expected)).toHaveLength(UNCHANGED);

    const days = fc.array(fc.integer({ min: 2, max: 20 }), { minLength: 5, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), days, async (size, places) => {
        const stop = meddle(list, places);
        try {
          const forward = await follow(list, `${list.path}page_size=${size}`, 0);
          expect(amongThem(forward.ids)).toEqual(amongThem(expected));
          const backward = await follow(list, forward.back, 1);
          expect(amongThem([...backward.ids, ...forward.end])).toEqual(amongThem(expected));
        } finally {
          expect(await stop()).toBeGreaterThan(0);
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
    await remove(list, kept);
  });
});
