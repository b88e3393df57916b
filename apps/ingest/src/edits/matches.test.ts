import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { beginRun, endRun, write } from '@dossier/store';
import { engines } from '@dossier/store/testing';
import { findKind } from '../kinds/index.ts';
import { readStates } from '../stored/storage.ts';
import { removeRecords } from '../ledger/remove.ts';
import { load, type LoadOptions } from '../load/load.ts';
import { mergeCompanies } from './merge.ts';
import { undoRun } from './undo.ts';
import { callIngest } from '../testing/command.ts';
import { temporaryFolder } from '../testing/files.ts';
import { placeOn } from '../testing/place.ts';
import { listMatches, reviewMatches } from './matches.ts';

const MAPPINGS = join(import.meta.dirname, '../../../../tools/mappings');
const shipped = (name: string) => join(MAPPINGS, `crunchbase-2013-${name}.yaml`);

/** Tables in the layout of the public ones, about companies that do not exist. */
const TABLES = {
  companies: [
    'permalink,name,category_code,funding_total_usd,status,country_code,state_code,region,city,funding_rounds,founded_at,founded_month,founded_quarter,founded_year,first_funding_at,last_funding_at,last_milestone_at',
    // Old namesakes of companies that were founded later: with a year, with a country, and with nothing to tell.
    '/company/lumen,Lumen,web,1000000,acquired,USA,CA,SF Bay,Oakland,1,2004-01-01,2004-01,2004-Q1,2004,2005-02-01,2005-02-01,',
    '/company/kelp,Kelp,web,,operating,USA,CA,SF Bay,Oakland,,,,,,,,',
    '/company/quill,Quill,web,,operating,,,unknown,,,,,,,,,',
    // Companies that are stored.
    '/company/orrery,Orrery Inc.,software,500000,operating,USA,NY,New York,New York,1,2009-01-01,2009-01,2009-Q1,2009,2010-02-01,2010-02-01,',
    '/company/orrery-2,Orrery,software,,operating,USA,NY,New York,Albany,,,,,,,,',
    '/company/tansy-tv,tansy.tv,games_video,,operating,USA,CA,SF Bay,Oakland,,,,,,,,',
    '/company/unheard,Unheard Of,web,,operating,USA,CA,SF Bay,Oakland,,,,,,,,',
  ],
  rounds: [
    'company_permalink,company_name,company_category_code,company_country_code,company_state_code,company_region,company_city,funding_round_type,funded_at,funded_month,funded_quarter,funded_year,raised_amount_usd',
    '/company/lumen,Lumen,web,USA,CA,SF Bay,Oakland,series-a,2005-02-01,2005-02,2005-Q1,2005,1000000',
    '/company/quill,Quill,web,,,unknown,,angel,2011-02-01,2011-02,2011-Q1,2011,20000',
    '/company/orrery,Orrery Inc.,software,USA,NY,New York,New York,angel,2010-02-01,2010-02,2010-Q1,2010,500000',
  ],
  acquisitions: [
    'company_permalink,company_name,company_category_code,company_country_code,company_state_code,company_region,company_city,acquirer_permalink,acquirer_name,acquirer_category_code,acquirer_country_code,acquirer_state_code,acquirer_region,acquirer_city,acquired_at,acquired_month,acquired_quarter,acquired_year,price_amount,price_currency_code',
    '/company/lumen,Lumen,web,USA,CA,SF Bay,Oakland,/company/big,Big,web,USA,CA,SF Bay,Oakland,2008-05-17,2008-05,2008-Q2,2008,649000000,USD',
    '/company/kelp,Kelp,web,USA,CA,SF Bay,Oakland,/company/big,Big,web,USA,CA,SF Bay,Oakland,2012-05-17,2012-05,2012-Q2,2012,,USD',
    '/company/orrery-2,Orrery,software,USA,NY,New York,Albany,/company/big,Big,web,USA,CA,SF Bay,Oakland,2011-05-17,2011-05,2011-Q2,2011,,USD',
    '/company/tansy-tv,tansy.tv,games_video,USA,CA,SF Bay,Oakland,/company/big,Big,web,USA,CA,SF Bay,Oakland,2013-05-17,2013-05,2013-Q2,2013,,USD',
  ],
};

const STORED = [
  { domain: 'lumen.example', name: 'Lumen', founding_year: 2017 },
  { domain: 'kelp.example', name: 'Kelp', founding_year: 2015 },
  { domain: 'quill.example', name: 'Quill', headquarters: { country: 'Germany' } },
  {
    domain: 'orrery.example',
    name: 'Orrery',
    founding_year: 2010,
    headquarters: { country: 'United States' },
  },
].map((company) => ({ type: 'private', description: `Now ${company.name}`, ...company }));

describe.each(engines)('matches by name on %s', (engine) => {
  const place = placeOn(engine, 'outbox', 'company_matches', 'companies', 'categories', 'statements');
  beforeEach(async () => {
    await loadFile('companies', place.folder.write('stored.ndjson', STORED));
  });

  const loadFile = (kind: string, path: string, options: LoadOptions = {}) =>
    load({ db: place.db, kind: findKind(kind)!, paths: [path], options });
  const loadTables = async () => {
    const table = (name: keyof typeof TABLES) => place.folder.write(`${name}.csv`, TABLES[name].join('\r'));
    return {
      companies: await loadFile('companies', table('companies'), { mapping: shipped('companies') }),
      rounds: await loadFile('events', table('rounds'), { mapping: shipped('rounds') }),
      acquisitions: await loadFile('events', table('acquisitions'), { mapping: shipped('acquisitions') }),
    };
  };
  const companyOf = async (domain: string) =>
    (await place.db('companies').where({ domain }).first()) as Record<string, unknown>;
  const contentOf = async (domain: string) => {
    const { id } = (await companyOf(domain)) as { id: number };
    return (await readStates(place.db, findKind('company')!.storage, [id])).get(id)!.content;
  };
  const eventsBy = () =>
    place
      .db('events')
      .join('companies', 'companies.id', 'events.company_id')
      .orderBy(['domain', 'event_date'])
      .select<{ domain: string; event_date: string }[]>('domain', 'event_date');
  const pending = () => listMatches(place.db);

  it('stores no fact of an older namesake for a company, and lists matches by name', async () => {
    const { companies, rounds, acquisitions } = await loadTables();
    expect(companies).toMatchObject({
      read: 7,
      new: 1,
      changed: 1,
      held: 1,
      heldBy: { name: 1 },
      rejectedBy: { 'contradicting name': 3, 'missing domain': 1 },
    });
    expect(companies.firstRejects.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(
          'Lumen (lumen.example) has the name Lumen, but was founded in 2017, not in 2004',
        ),
        expect.stringContaining('but was founded in 2015, after the source was made (2013-10-31)'),
        expect.stringContaining('but the id /company/orrery of crunchbase, not /company/orrery-2'),
      ]),
    );
    expect(rounds).toMatchObject({ new: 1, held: 1, rejected: 1 });
    expect(acquisitions).toMatchObject({ new: 1, rejected: 3 });
    expect(await eventsBy()).toEqual([
      { domain: 'orrery.example', event_date: '2010-02-01' },
      { domain: 'tansy.tv', event_date: '2013-05-17' },
    ]);
    for (const domain of ['lumen.example', 'kelp.example', 'quill.example'])
      expect(await companyOf(domain)).toMatchObject({
        headquarters_city: null,
        updated_at: (await companyOf(domain))['created_at'],
      });
    expect(await pending()).toEqual([
      expect.objectContaining({
        source: 'crunchbase',
        name: 'Quill',
        records: { company: 1, event: 1 },
        company: expect.objectContaining({ domain: 'quill.example', headquarters_country: 'Germany' }),
        row: expect.objectContaining({ external_id: '/company/quill', type: 'private' }),
      }),
    ]);
  });

  it('changes nothing and lists nothing more when the tables are loaded again', async () => {
    await loadTables();
    const before = await pending();
    const { companies, rounds, acquisitions } = await loadTables();
    expect([companies, rounds, acquisitions]).toMatchObject([
      { new: 0, changed: 0, unchanged: 2, held: 1 },
      { new: 0, changed: 0, unchanged: 1, held: 1 },
      { new: 0, changed: 0, unchanged: 1 },
    ]);
    expect(await pending()).toEqual(before);
  });

  it('stores the held rows of an accepted match, and removes their content when it is rejected', async () => {
    const before = await contentOf('quill.example');
    await loadTables();
    expect(await contentOf('quill.example')).toEqual(before);
    const quill = (await pending()).find(({ name }) => name === 'Quill')!;
    const which = { ids: [quill.id] };
    const accepted = await reviewMatches({ db: place.db, which, status: 'accepted' });
    expect(accepted).toMatchObject({ stored: { event: 1 }, changed: { company: 1 }, deleted: {} });
    expect(await contentOf('quill.example')).not.toEqual(before);
    expect(await eventsBy()).toContainEqual({ domain: 'quill.example', event_date: '2011-02-01' });
    const review = await reviewMatches({ db: place.db, which, status: 'rejected' });
    expect(review).toMatchObject({ deleted: { event: 1 }, changed: { company: 1 } });
    expect(await contentOf('quill.example')).toEqual(before);
    expect((await eventsBy()).map(({ domain }) => domain)).toEqual(['orrery.example', 'tansy.tv']);
    const { companies, rounds } = await loadTables();
    expect(companies.rejectedBy).toMatchObject({ 'rejected match': 1 });
    expect(rounds.rejectedBy).toMatchObject({ 'only a name': 2 });
    expect(await pending()).toEqual([]);
    expect(await listMatches(place.db, { all: true })).toHaveLength(2);
  });

  it('keeps an accepted match although a date contradicts it', async () => {
    await loadTables();
    await reviewMatches({ db: place.db, which: {}, status: 'accepted' });
    expect(await pending()).toEqual([]);
    await loadFile(
      'companies',
      place.folder.write('year.ndjson', [{ domain: 'quill.example', founding_year: 2019 }]),
    );
    const { companies } = await loadTables();
    expect(companies).toMatchObject({ unchanged: 3, rejectedBy: { 'contradicting name': 3 } });
    await expect(reviewMatches({ db: place.db, which: { ids: [999] }, status: 'accepted' })).rejects.toThrow(
      'There is no match 999',
    );
  });

  const milestone = (more: object) => ({
    event_type: 'company_milestone',
    data: { name: 'IPO', type: 'ipo', announced_date: '2019-01-01', status: 'closed' },
    ...more,
  });
  const loadLines = (kind: string, rows: object[], options: LoadOptions = {}) =>
    loadFile(kind, place.folder.write(`${kind}.ndjson`, rows), options);

  it('releases held rows once a fact of another row agrees', async () => {
    const source = { source: 'b' };
    expect(await loadLines('events', [milestone({ company_name: 'Orrery' })], source)).toMatchObject({
      held: 1,
    });
    expect(await eventsBy()).toEqual([]);
    const row = { company_name: 'Orrery', founding_year: 2011 };
    expect(await loadLines('companies', [row], source)).toMatchObject({ changed: 1, held: 0, released: 1 });
    expect(await eventsBy()).toMatchObject([{ domain: 'orrery.example' }]);
    expect(await pending()).toEqual([]);
    // Without the fact, the rows are held again.
    await loadLines('companies', [{ domain: 'orrery.example', founding_year: 1950 }]);
    expect(await eventsBy()).toEqual([]);
    expect(await pending()).toMatchObject([{ name: 'Orrery', records: { company: 1, event: 1 } }]);
  });

  it('rejects a row whose company has another id in the source than the company of the name', async () => {
    const source = { source: 'b' };
    const row = (id: string, name: string) => {
      const { data, ...rest } = milestone({ company_name: 'Orrery', company_external_id: id });
      return { ...rest, data: { ...data, name } };
    };
    const both = [row('/orrery', 'One'), row('/orrery-2', 'Two')];
    expect(await loadLines('events', both, source)).toMatchObject({
      held: 1,
      firstRejects: [
        {
          reason: expect.stringContaining(
            'Orrery (orrery.example) has the name Orrery, but has the id /orrery of b, not /orrery-2',
          ),
        },
      ],
    });
    expect(await loadLines('events', [both[1]!], source)).toMatchObject({ rejected: 1 });
    await reviewMatches({ db: place.db, which: { source: 'b' }, status: 'accepted' });
    expect(await loadLines('events', both, source)).toMatchObject({ unchanged: 1, rejected: 1 });
    expect(await eventsBy()).toHaveLength(1);
  });

  it('releases held rows although the load that brings the fact is stopped', async () => {
    await loadLines('events', [milestone({ company_name: 'Orrery', company_city: 'Oslo' })]);
    const stop = new AbortController();
    const rows = ['orrery', 'kelp', 'quill'].map((name) => ({
      domain: `${name}.example`,
      headquarters: { city: 'Oslo' },
    }));
    const stopped = load({
      ...{ db: place.db, kind: findKind('company')!, stop: stop.signal, options: { batchSize: 1 } },
      paths: [place.folder.write('cities.ndjson', rows)],
      onProgress: () => stop.abort(),
    });
    await expect(stopped).rejects.toThrow('Stopped');
    expect(await eventsBy()).toMatchObject([{ domain: 'orrery.example' }]);
  });

  it('holds a row whose domain is of a company with another name and another type', async () => {
    await loadLines('companies', [{ domain: 'orrery.example', type: 'public' }]);
    const row = { domain: 'orrery.example', name: 'Just Ryt Foods', type: 'private' };
    expect(await loadLines('companies', [row], { source: 'b' })).toMatchObject({
      held: 1,
      heldBy: { domain: 1 },
      changed: 0,
    });
    expect(await companyOf('orrery.example')).toMatchObject({ name: 'Orrery', type: 'public' });
    const [match] = await listMatches(place.db, { reason: 'domain', source: 'b', kind: 'company' });
    expect(match).toMatchObject({
      name: 'Just Ryt Foods',
      reason: 'is named Orrery, and is public',
      company: { name: 'Orrery', type: 'public', founding_year: 2010 },
      contradicts: ['is public, not private'],
    });
    const which = { ids: [match!.id] };
    await reviewMatches({ db: place.db, which, status: 'rejected' });
    expect(await loadLines('companies', [row], { source: 'b' })).toMatchObject({
      rejectedBy: { 'rejected match': 1 },
    });
    await reviewMatches({ db: place.db, which, status: 'accepted' });
    expect(await loadLines('companies', [row], { source: 'b' })).toMatchObject({ changed: 1 });
  });

  it('compares a ticker with the day and the venue of the listing', async () => {
    const listings = [{ ticker: 'ALTR', venue: 'Nasdaq', listed_at: '2017-11-01' }];
    await loadLines('companies', [{ domain: 'orrery.example', listings }]);
    const onDay = (announced_date: string, more: object = {}) =>
      milestone({
        ...{ company_ticker: 'ALTR', ...more },
        data: { name: 'IPO', type: 'ipo', announced_date, status: 'closed' },
      });
    const rows = [
      onDay('1988-03-24'),
      onDay('2018-03-24'),
      onDay('2019-03-24', { company_venue: 'Tokyo' }),
      onDay('2020-03-24', { company_name: 'Altera' }),
    ];
    expect(await loadLines('events', rows, { source: 'b' })).toMatchObject({
      ...{ new: 1, held: 1, heldBy: { ticker: 1 } },
      rejectedBy: { 'contradicting ticker': 2 },
    });
  });

  it('keeps a record whose row is held now in a full load', async () => {
    await loadLines('events', [milestone({ company: 'orrery.example' })]);
    const rows = [
      milestone({ company_name: 'Orrery' }),
      milestone({ company: 'orrery.example', data: { ...milestone({}).data, name: 'Other' } }),
    ];
    expect(await loadLines('events', rows, { full: true, source: 'b' })).toMatchObject({
      ...{ new: 1, held: 1, gone: 0 },
    });
  });

  it('keeps held rows through a merge, a deletion of their company and the undo of both', async () => {
    const { db } = place;
    await loadLines('events', [milestone({ company_name: 'Kelp' })], { source: 'b' });
    const before = await pending();
    const runOf = async (command: string, work: (run: number) => Promise<unknown>) => {
      const run = await beginRun(db, { command, kind: 'company', source: command });
      await work(run);
      await endRun(db, run, { outcome: 'done' });
      return run;
    };
    const merged = await runOf('merge', (run) =>
      mergeCompanies({ db, into: 'orrery.example', from: 'kelp.example', run }),
    );
    expect(await pending()).toMatchObject([
      { name: 'Kelp', company: { name: 'Orrery' }, records: { event: 1 } },
    ]);
    await undoRun({ db, run: merged });
    expect(await pending()).toEqual(before);
    const { id } = (await companyOf('kelp.example')) as { id: number };
    const deleted = await runOf('delete', (run) =>
      write(
        db,
        async (trx, now) => {
          await removeRecords(trx, findKind('company')!, [id], now);
        },
        run,
      ),
    );
    expect(await pending()).toEqual([]);
    await undoRun({ db, run: deleted });
    expect(await pending()).toEqual(before);
    await reviewMatches({ db, which: {}, status: 'accepted' });
    expect(await eventsBy()).toMatchObject([{ domain: 'kelp.example' }]);
  });

  it('matches by name through a mapping only if `match` lists name', async () => {
    const mapping = (match: string) =>
      place.folder.write(
        'm.yaml',
        `kind: company\n${match}fields: { company_name: Name, description: About }\n`,
      );
    const table = place.folder.write('t.csv', 'Name,About\nOrrery,New words\n');
    const without = await loadFile('companies', table, { mapping: mapping('') });
    expect(without.firstRejects[0]?.reason).toMatch(
      /^only a name: Orrery \(orrery\.example\) has the name Orrery, and the mapping does not match by name alone; .*"match"/,
    );
    const options = { mapping: mapping('match: [name]\n'), source: 'list' };
    expect(await loadFile('companies', table, options)).toMatchObject({ changed: 0, held: 1 });
    expect(await pending()).toMatchObject([{ source: 'list', name: 'Orrery', records: { company: 1 } }]);
  });
});

describe('npm run ingest -- matches', () => {
  it('lists matches, reviews them and prints what was deleted', async () => {
    const folder = temporaryFolder();
    const env = {
      DATABASE_URL: `sqlite:${join(folder.path, 'd.db')}`,
      SEARCH_URL: `sqlite:${join(folder.path, 's.db')}`,
    };
    const call = async (...args: string[]) => callIngest(args, env);
    try {
      await call('load', 'companies', folder.write('c.ndjson', STORED));
      expect((await call('matches')).stdout).toBe('No matches to review.\n');
      const event = {
        event_type: 'company_milestone',
        data: { name: 'IPO', type: 'ipo', announced_date: '2019-01-01', status: 'closed' },
      };
      const events = folder.write('e.ndjson', [{ company_name: 'Kelp', ...event }]);
      await call('load', 'events', events, '--source', 'news');
      expect((await call('matches')).stdout).toBe(
        `Matches that are not sure:\n  1  Kelp = Kelp (kelp.example) by name: 1 event held (news, ${events} row 1)\n       company: name Kelp; domain kelp.example; type private; founding_year 2015; description Now Kelp\n       row:     company_name Kelp; event_type company_milestone; data.name IPO; data.announced_date 2019-01-01; data.status closed; data.type ipo\nReview them with: npm run ingest -- matches accept <number…>, or reject\n`,
      );
      expect(await call('matches', 'reject', '7')).toMatchObject({ code: 1 });
      expect(await call('matches', 'reject', '4,5')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(
          '"4,5" is not the number of a match. Use numbers from the list, ranges such as 300-310, or --all.',
        ),
      });
      expect(await call('matches', 'reject', '1')).toMatchObject({
        code: 0,
        stdout: '1 match rejected\n',
      });
      const listed = JSON.parse((await call('matches', 'list', '--all', '--json')).stdout) as object[];
      expect(listed).toMatchObject([{ id: 1, status: 'rejected', records: {} }]);
      const named = async (...ids: string[]) =>
        JSON.parse((await call('matches', 'list', '--json', ...ids)).stdout) as object[];
      expect([await named('1-3'), await named('2'), await named()]).toEqual([listed, [], []]);
      expect(JSON.parse((await call('status', '--json')).stdout)).toMatchObject({
        runs: [{ command: 'matches reject', outcome: 'done' }, { outcome: 'failed' }, {}, {}],
      });
      const rejects = join(folder.path, 'r.ndjson');
      await call('load', 'events', events, '--source', 'news', '--rejects', rejects);
      expect(readFileSync(rejects, 'utf8')).toContain('rejected match: a review found that the name Kelp');
    } finally {
      folder.remove();
    }
  });

  it('puts the prefix of a load before the slugs of its documents', async () => {
    const folder = temporaryFolder();
    const env = {
      DATABASE_URL: `sqlite:${join(folder.path, 'd.db')}`,
      SEARCH_URL: `sqlite:${join(folder.path, 's.db')}`,
    };
    try {
      const write = (title: string) =>
        folder.write('anvils.md', `---\ndate: 2024-05-01\n---\n# ${title}\n\nText.\n`);
      const page = write('Anvils');
      const load = (...more: string[]) => callIngest(['load', 'documents', page, '--json', ...more], env);
      expect(JSON.parse((await load('--source', 'blog')).stdout)).toMatchObject({ new: 1 });
      write('Anvils of the site');
      expect(JSON.parse((await load('--source', 'site')).stdout)).toMatchObject({
        rejectedBy: { 'duplicate slug': 1 },
      });
      const prefixed = await load('--source', 'site', '--slug-prefix', 'site-');
      expect(JSON.parse(prefixed.stdout)).toMatchObject({ new: 1, rejected: 0 });
      expect(await callIngest(['load', 'companies', page, '--slug-prefix', 'x'], env)).toMatchObject({
        code: 2,
        stderr: '--slug-prefix goes with documents.\n',
      });
    } finally {
      folder.remove();
    }
  });
});
