import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { write } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import { loadRecords, tally } from '../../testing/load.ts';
import { companyKind } from '../../kinds/company/index.ts';
import { newsKind } from '../../kinds/news.ts';
import { readReferences } from './read-references.ts';
import type { CompanyReference } from '../../fields/references.ts';

const company = (domain: string, name: string, more: object = {}) => ({
  domain,
  name,
  type: 'private',
  ...more,
});
const COMPANIES = [
  company('homedepot.com', 'The Home Depot, Inc.', {
    cik: '354950',
    listings: [{ ticker: 'HD', venue: 'NYSE' }],
  }),
  company('berkshire.com', 'Berkshire Hathaway', { listings: [{ ticker: 'BRK.B', venue: 'NYSE' }] }),
  company('mesh.com', 'Mesh', { listings: [{ ticker: 'HD', venue: 'Tokyo' }] }),
  company('c.example', 'C Corp'),
  company('cppalliance.org', 'C++ Alliance'),
  company('net.example', 'NET Corp'),
  company('mesh.io', 'Mesh Inc.', { legal_entities: [{ name: 'Meshwork GmbH', country: 'Germany' }] }),
];

describe.each(usualEngines)('the company of a record on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    expect(tally(await loadRecords(database.db, companyKind, COMPANIES))).toEqual({ new: COMPANIES.length });
  });
  afterAll(() => database.close());

  const find = (reference: CompanyReference) =>
    write(database.db, async (trx) => {
      const references = await readReferences(trx, [reference]);
      return references.company(reference)?.domain ?? references.problem(reference);
    });

  it('is suggested only for a name that begins its own, whatever other records name', async () => {
    const [other, domain] = [{ company_name: 'C++' }, { company: 'nowhere.example' }];
    const problem = await write(database.db, async (trx) =>
      (await readReferences(trx, [other, domain])).problem(domain),
    );
    expect(problem).toBe(
      'unknown company: no company has the domain nowhere.example; load it first (ingest load companies ...)',
    );
  });

  it.each<[CompanyReference, string | RegExp]>([
    [{ company: 'mesh.io' }, 'mesh.io'],
    [{ company_cik: '0000354950' }, 'homedepot.com'],
    [{ company_ticker: 'brk-b' }, 'berkshire.com'],
    [{ company_name: 'HOME DEPOT INC' }, 'homedepot.com'],
    [{ company_name: 'Meshwork' }, 'mesh.io'],
    // Signs that belong to a name: C++ and C# are no C.
    [{ company_name: 'c++ alliance' }, 'cppalliance.org'],
    [{ company_name: 'C' }, 'c.example'],
    [
      { company_name: 'C++' },
      'unknown company: no company has the name C++; is it C++ Alliance (cppalliance.org), C Corp (c.example)?',
    ],
    [
      { company_name: 'Berk Shire' },
      'unknown company: no company has the name Berk Shire; is it Berkshire Hathaway (berkshire.com)?',
    ],
    [{ company_name: 'C#' }, 'unknown company: no company has the name C#; is it C Corp (c.example)?'],
    [{ company_name: '.NET' }, /^unknown company: no company has the name \.NET/],
    // A name that finds nothing is ignored; the others decide between several matches.
    [{ company: 'nowhere.com', company_ticker: 'XYZ', company_name: 'Home Depot' }, 'homedepot.com'],
    [{ company: 'mesh.io', company_name: 'Mesh' }, 'mesh.io'],
    [{ company_ticker: 'HD', company_name: 'Mesh' }, 'mesh.com'],
    [{ company: 'berkshire.com', company_cik: '0000000001' }, 'berkshire.com'],
    [
      { company: 'mesh.io', company_cik: '0000354950' },
      'contradicting company: the domain mesh.io is Mesh Inc. (mesh.io), but the CIK 0000354950 is The Home Depot, Inc. (homedepot.com); leave out the wrong one',
    ],
    [
      { company_cik: '0000354950', company_name: 'Mesh' },
      'contradicting company: the CIK 0000354950 is The Home Depot, Inc. (homedepot.com), but the name Mesh is Mesh (mesh.com), Mesh Inc. (mesh.io); leave out the wrong one',
    ],
    [
      { company: 'homedepot.com', company_cik: '0000000001' },
      'contradicting company: the domain homedepot.com is The Home Depot, Inc. (homedepot.com), whose CIK is 0000354950, not 0000000001; leave out the wrong one',
    ],
    [
      { company: 'homedepot.com', company_ticker: 'BRK.B', company_name: 'Home Depot' },
      /^contradicting company: the domain homedepot\.com is .*, but the ticker BRK\.B is Berkshire/,
    ],
    [
      { company_name: 'Mesh Ltd' },
      'ambiguous company: the name Mesh Ltd may be Mesh (mesh.com), Mesh Inc. (mesh.io); name it by its domain',
    ],
    [
      { company_ticker: 'HD' },
      /^ambiguous company: the ticker HD may be The Home Depot, Inc\. \(homedepot\.com\), Mesh/,
    ],
    [
      { company_name: 'Berkshire Hathaway Energy' },
      'unknown company: no company has the name Berkshire Hathaway Energy; is it Berkshire Hathaway (berkshire.com)?',
    ],
    [
      { company: 'x.com', company_cik: '0000000001' },
      'unknown company: no company has the domain x.com or the CIK 0000000001; load it first (ingest load companies ...)',
    ],
  ])('looks up a company by %j with the result %s', async (reference, expected) => {
    expect(await find(reference)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  it('requires a company for records of other kinds', async () => {
    const news = {
      headline: 'Doors',
      short_headline: 'Doors',
      description: 'Doors are sold.',
      release_date: '2024-01-01',
      importance: 'major',
    };
    expect(
      await loadRecords(database.db, newsKind, [{ company_name: 'Home Depot', ...news }, news]),
    ).toMatchObject([
      { outcome: 'held', way: 'name' },
      { outcome: 'rejected', reason: expect.stringMatching(/must name its company by company \(a domain\)/) },
    ]);
  });

  it('finds a company by its new name after a rename', async () => {
    await loadRecords(database.db, companyKind, [{ domain: 'berkshire.com', name: 'Berkshire' }]);
    expect(await find({ company_name: 'Berkshire Hathaway' })).toMatch(/^unknown .* is it Berkshire/);
  });
});

describe.each(usualEngines)('a company without a domain on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await loadRecords(database.db, companyKind, COMPANIES);
  });
  afterAll(() => database.close());

  const load = (...records: object[]) => loadRecords(database.db, companyKind, records);
  const listings = () =>
    database.db('company_listings').orderBy('ticker').orderBy('venue').select('ticker', 'venue');

  it('finds a company by ticker or name, and keeps its stored name', async () => {
    const [outcome] = await load({
      ...{ company_ticker: 'HD', company_name: 'home depot', name: 'home depot', founding_year: 1978 },
    });
    expect(outcome).toMatchObject({ outcome: 'changed' });
    expect(await database.db('companies').where({ domain: 'homedepot.com' })).toMatchObject([
      { name: 'The Home Depot, Inc.', founding_year: 1978 },
    ]);
    expect(await load({ company_name: 'Mesh', type: 'public' })).toMatchObject([
      { reason: expect.stringMatching(/^ambiguous company: /) },
    ]);
    expect(await load({ company_name: 'Nobody' }, { company_name: 'Nobody', name: 'Nobody' })).toMatchObject([
      { reason: expect.stringMatching(/^unknown company: no company has the name Nobody/) },
      { reason: expect.stringMatching(/^missing domain: /) },
    ]);
    // The CIK finds the company too, so loading the row that added it again changes nothing.
    expect(await load({ company_name: 'home depot', name: 'home depot', cik: '354950' })).toMatchObject([
      { outcome: 'unchanged' },
    ]);
    for (const names of [{ cik: '354950' }, { domain: 'homedepot.com', name: 'Home Depot' }]) {
      expect(await load({ ...names, company_ticker: 'BRK.B' })).toMatchObject([
        {
          reason: expect.stringMatching(
            /^contradicting company: .* \(homedepot.com\), but the ticker BRK.B is /,
          ),
        },
      ]);
    }
    expect(await load({ company_name: 'Home Depot', cik: '7' })).toMatchObject([
      {
        reason: 'other company: The Home Depot, Inc. (homedepot.com) has the CIK 0000354950, not 0000000007',
      },
    ]);
  });

  it('adds several listings in one load, each once', async () => {
    const berkshire = { company_name: 'Berkshire Hathaway', company_ticker: 'BRK.B' };
    const rows = [
      { ...berkshire, add_listings: [{ ticker: 'BRK.A', venue: 'NYSE' }] },
      { ...berkshire, add_listings: [{ ticker: 'BRYN', venue: 'Xetra' }] },
      { company_ticker: 'BRK-B', add_listings: [{ ticker: 'BRK.B', venue: 'NYSE' }] },
    ];
    expect(tally(await load(...rows))).toEqual({ changed: 2, unchanged: 1 });
    expect(tally(await load(...rows))).toEqual({ unchanged: 3 });
    expect(
      (await listings()).map(({ ticker, venue }: { ticker: string; venue: string }) => `${ticker} ${venue}`),
    ).toEqual(['BRK.A NYSE', 'BRK.B NYSE', 'BRYN Xetra', 'HD NYSE', 'HD Tokyo']);
  });
});
