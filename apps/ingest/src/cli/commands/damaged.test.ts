import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '@dossier/store';
import { callIngest } from '../../testing/command.ts';
import { worlds } from '../../testing/search-places.ts';
import { eachWithSearchWorld, type SearchWorld } from '../../testing/search-world.ts';

describe.each(worlds)('verify of a damaged index, on %s with %s', (engine, search) => {
  let world: SearchWorld;
  eachWithSearchWorld(engine, search, (given) => (world = given));

  const env = () => world.env as Record<string, string>;
  const verify = (...more: string[]) => callIngest(['verify', ...more], world.env);

  /** Changes the index behind the back of the program. */
  async function damage(statements: string[], changed: object): Promise<void> {
    const url = env()['SEARCH_URL']!;
    if (search === 'embedded') {
      const file = openDatabase(url);
      for (const statement of statements) await file.raw(statement);
      await file.destroy();
      return;
    }
    const { origin, searchParams } = new URL(url);
    const at = `${origin}/indexes/${searchParams.get('index')}-documents/documents`;
    const headers = { Authorization: `Bearer ${env()['SEARCH_KEY']}`, 'Content-Type': 'application/json' };
    const { results } = (await (await fetch(at, { headers })).json()) as { results: { key: string }[] };
    const { key } = results.find((entry) => entry.key !== 'about')!;
    const body = JSON.stringify([{ key, ...changed }]);
    await fetch(at, { method: 'PUT', headers, body });
    // The next write waits for those before it.
    await world.withSearch((inUse) => inUse.remove([{ type: 'document', id: 'none' }]));
  }

  async function expectDamage(says: RegExp): Promise<void> {
    for (const flags of [[], ['--repair']]) {
      const { code, stdout } = await verify(...flags);
      expect([code, stdout]).toEqual([7, expect.stringMatching(says)]);
      expect(stdout).toContain('\nRebuild the index with: npm run ingest -- reindex\n');
    }
    expect((await callIngest(['status'], world.env)).stdout).toMatch(/verify: done, 6 alike, 1 damages/);
    await callIngest(['reindex'], world.env);
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Search: 6 alike, 0 /) });
    expect(await world.find('zeppelins')).toEqual(['Anvils']);
  }

  it('reports entries with changed text', async () => {
    await damage([`update content set title = 'HACKED'`], { title: 'HACKED' });
    await expectDamage(/^Damaged: \d entr(y is|ies are) damaged, the first of them \w+ \d+$/m);
  });

  it('reports entries with missing search words', async () => {
    await damage([`insert into documents(documents) values ('delete-all')`], { posting: 'x 1 2' });
    const says =
      search === 'embedded' ? /^Damaged: 1 entry is not in the full-text table/m : /^Damaged: 1 entry/m;
    await expectDamage(says);
  });

  // What a server keeps beside its entries is not for others to see.
  if (search === 'embedded') {
    it('reports full-text rows without an entry', async () => {
      await damage([`insert into explore(rowid, names, title, body) values (99, '', 'x', 'y')`], {});
      await expectDamage(/^Damaged: the full-text table explore has 1 row too many$/m);
    });
  }
});
