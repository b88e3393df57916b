import { describe, expect, it } from '@jest/globals';
import { loadRecords } from '../testing/load.ts';
import { eachWithSearchWorld, type SearchWorld } from '../testing/search-world.ts';
import { worlds } from '../testing/search-places.ts';
import { write } from '@dossier/store';
import { findKind } from '../kinds/index.ts';
import { removeRecords } from '../ledger/remove.ts';

const text = (slug: string, filing: string | null) => ({
  slug,
  title: 'The report',
  date: '2024-01-03',
  filing,
  companies: [{ domain: 'acme.com', relation: 'subject' }],
  content: { markdown: '# Business\n\nWe make anvils.\n\n# Risk factors\n\nAmber may become scarce.' },
});

describe.each(worlds)('texts of filings from %s in %s', (engine, search) => {
  let world: SearchWorld;
  eachWithSearchWorld(engine, search, (made) => {
    world = made;
  });

  const ask = async (question: string) => {
    expect(await world.check()).toMatchObject({ missing: 0, stale: 0, surplus: 0, waiting: 0 });
    const { results } = await world.withSearch((open) =>
      open.search({ text: question, limit: 50, offset: 0 }),
    );
    return results.map(({ type, url, section }) => ({ type, url, section }));
  };
  const remove = async (kind: string, where: object) => {
    const of = findKind(kind)!;
    const ids = await world.db(of.storage.table).where(where).pluck('id');
    await write(world.db, (trx, now) => removeRecords(trx, of, ids as string[], now));
    await world.index();
  };
  const asDocument = (slug: string) => ({
    type: 'document',
    url: `/research/${slug}#risk-factors`,
    section: { id: 'risk-factors', title: 'Risk factors' },
  });

  it('are found as sections of the filing, by a link to the section', async () => {
    await world.load('document', [text('text', '1')]);
    await world.index();
    const { id } = await world.db('filings').where({ accession_number: '1' }).first('id');
    const asFiling = { ...asDocument('text'), type: 'filing', url: `/filings/${id}#risk-factors` };
    expect(await ask('amber scarce')).toEqual([asFiling]);
    expect(await ask('anvils amber')).toHaveLength(1);

    // Another document of the filing stays a document, and takes over when the first is deleted.
    await world.load('document', [text('exhibit', '1')]);
    await world.index();
    expect(await ask('scarce')).toEqual([asDocument('exhibit'), asFiling]);
    await remove('document', { slug: 'text' });
    expect(await ask('scarce')).toEqual([asFiling]);

    await world.load('document', [text('exhibit', null)]);
    await world.index();
    expect(await ask('scarce')).toEqual([asDocument('exhibit')]);
  });

  it('are documents while their filing is not stored', async () => {
    const [outcome] = await loadRecords(world.db, findKind('document')!, [text('text', '3')]);
    expect(outcome).toMatchObject({ outcome: 'new', warnings: [expect.stringMatching(/^unknown filing: /)] });
    await world.index();
    expect(await ask('scarce')).toEqual([asDocument('text')]);

    const filing = { company: 'acme.com', accession_number: '3', name: 'Report', type: '10-Q' };
    await world.load('filing', [{ ...filing, filed_at: '2024-02-01', url: 'https://www.sec.gov/b.htm' }]);
    await world.index();
    expect(await ask('scarce')).toMatchObject([{ type: 'filing' }]);
    await remove('filing', { accession_number: '3' });
    expect(await ask('scarce')).toEqual([asDocument('text')]);

    await world.load('filing', [{ ...filing, filed_at: '2024-02-01', url: 'https://www.sec.gov/b.htm' }]);
    await world.index();
    await remove('company', { domain: 'acme.com' });
    expect(await ask('scarce')).toEqual([asDocument('text')]);
  });
});
