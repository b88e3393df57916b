import { beforeEach, describe, expect, it } from '@jest/globals';
import { beginRun, endRun } from '@dossier/store';
import { engines } from '@dossier/store/testing';
import { findKind } from '../kinds/index.ts';
import { load } from '../load/load.ts';
import { setByHand } from './hand.ts';
import { mergeCompanies } from './merge.ts';
import { undoRun } from './undo.ts';
import { placeOn } from '../testing/place.ts';
import { deleteRecord } from './delete.ts';
import { judgePair, listDuplicates } from './duplicates.ts';
import { listMatches, reviewMatches } from './matches.ts';

const STORED = [
  { domain: 'kelp.example', name: 'Kelp', founding_year: 2015, headquarters: { country: 'Norway' } },
  { domain: 'kelp.test', name: 'Kelp Inc.', founding_year: 2016, type: 'public' },
  { domain: 'kelp.invalid', name: 'Kelp', headquarters: { country: 'Chile' } },
  { domain: 'parent.example', name: 'Parent', legal_entities: [{ name: 'Shared Holdings' }] },
  { domain: 'sister.example', name: 'Sister', legal_entities: [{ name: 'Shared Holdings' }] },
].map((company) => ({ type: 'private', description: `Now ${company.name}`, ...company }));
const PAIR: [string, string] = ['kelp.example', 'kelp.test'];

describe.each(engines)('companies that may be one on %s', (engine) => {
  const place = placeOn(engine, 'outbox', 'company_matches', 'companies', 'categories', 'statements');
  beforeEach(async () => {
    const paths = [place.folder.write('c.ndjson', STORED)];
    await load({ db: place.db, kind: findKind('companies')!, paths, options: {} });
  });

  const domains = async (options = {}) =>
    (await listDuplicates(place.db, options)).map(({ companies }) => companies.map(({ domain }) => domain));
  const runOf = async (command: string, work: (run: number) => Promise<unknown>) => {
    const run = await beginRun(place.db, { command, kind: 'company', source: command });
    await work(run);
    await endRun(place.db, run, { outcome: 'done', message: 'compared websites' });
    return run;
  };
  const judge = (status: 'different' | 'unsure', pair = PAIR) =>
    runOf(`matches ${status}`, (run) => judgePair({ db: place.db, domains: pair, status, by: 'Ann', run }));

  it('lists companies of one name with what agrees and differs, unless a country or year contradicts', async () => {
    const found = await listDuplicates(place.db);
    expect(found.map(({ companies }) => companies.map(({ domain }) => domain))).toEqual([
      ['kelp.test', 'kelp.invalid'],
      PAIR,
    ]);
    expect(found[1]).toMatchObject({
      ...{ id: null, status: 'open', judged: null, agrees: ['founded in 2016'], name: 'Kelp Inc.' },
      contradicts: ['is private, not public'],
      companies: [{ headquarters_country: 'Norway' }, { type: 'public' }],
    });
    expect(await domains({ limit: 1 })).toHaveLength(1);
  });

  it('reads no more names than its pairs need, however many companies share one', async () => {
    const { db } = place;
    const rows = Array.from({ length: 1200 }, (_, i) => ({ domain: `c${i}.test`, name: `Twin ${i % 600}` }));
    const paths = [
      place.folder.write(
        'many.ndjson',
        rows.map((row) => ({ type: 'private', ...row })),
      ),
    ];
    await load({ db, kind: findKind('companies')!, paths, options: {} });
    const seen: string[] = [];
    const listen = ({ sql }: { sql: string }) => sql.includes('group by') && seen.push(sql);
    db.on('query', listen);
    expect((await domains({ limit: 2 }))[0]).toEqual(['c599.test', 'c1199.test']);
    expect(seen).toHaveLength(1);
    expect(await domains({ limit: 2000 })).toHaveLength(602);
    db.removeListener('query', listen);
    expect(seen).toHaveLength(3);
  });

  it('lists a different pair again when the record of one of both has changed, with who judged', async () => {
    const run = await judge('different', ['kelp.test', 'kelp.example']);
    expect(await domains()).not.toContainEqual(PAIR);
    expect(await listMatches(place.db, { all: true })).toEqual([]);
    const shown = (await listDuplicates(place.db, { all: true }))[1]!;
    expect(shown).toMatchObject({
      ...{ status: 'different', changed: [] },
      judged: { by: 'Ann', because: 'compared websites', run },
    });
    const options = { db: place.db, kind: findKind('companies')!, key: ['parent.example'] };
    await setByHand({ ...options, field: 'description', value: 'Other' });
    expect(await domains()).not.toContainEqual(PAIR);
    await setByHand({ ...options, key: ['kelp.test'], field: 'description', value: 'Other' });
    expect((await listDuplicates(place.db))[1]).toMatchObject({
      ...{ status: 'open', changed: ['kelp.test'], judged: { by: 'Ann' } },
    });
    await judge('different');
    expect(await domains()).not.toContainEqual(PAIR);
  });

  it('keeps an unsure pair in the list, and reopens judgements by number or by run', async () => {
    const { db } = place;
    await judge('unsure');
    const [, unsure] = await listDuplicates(db);
    expect(unsure).toMatchObject({ status: 'unsure', judged: { by: 'Ann' } });
    expect(await reviewMatches({ db, which: { ids: [unsure!.id!] }, status: 'reopened' })).toMatchObject({
      ...{ pairs: 1, matches: [] },
    });
    expect((await listDuplicates(db))[1]).toMatchObject({ status: 'open', judged: null });
    const run = await judge('different');
    await judge('different', ['kelp.test', 'kelp.invalid']);
    await reviewMatches({ db, which: { run }, status: 'reopened' });
    expect(await domains()).toEqual([PAIR]);
    await expect(reviewMatches({ db, which: { run }, status: 'reopened' })).rejects.toThrow(
      `Run ${run} reviewed no match`,
    );
  });

  it('lists no pair that was merged, and both again after an undo', async () => {
    const { db } = place;
    await judge('unsure');
    const before = await domains();
    const run = await runOf('merge', (id) => mergeCompanies({ db, into: PAIR[0], from: PAIR[1], run: id }));
    expect(await domains()).toEqual([]);
    await undoRun({ db, run });
    expect(await domains()).toEqual(before);
  });

  it.each(PAIR)(
    'keeps a different pair when %s is deleted and restored, unless it had changed',
    async (domain) => {
      const { db } = place;
      const kind = findKind('companies')!;
      const deleteAndRestore = async () => {
        const run = await runOf('delete', (id) => deleteRecord({ db, kind, key: [domain], run: id }));
        await undoRun({ db, run });
      };
      await judge('different');
      await deleteAndRestore();
      expect(await domains()).not.toContainEqual(expect.arrayContaining(PAIR));
      const judged = { status: 'different', changed: [], judged: expect.objectContaining({ by: 'Ann' }) };
      expect(await listDuplicates(db, { all: true })).toContainEqual(expect.objectContaining(judged));
      await setByHand({ db, kind, key: [domain], field: 'description', value: 'Other' });
      await deleteAndRestore();
      const open = { status: 'open', changed: [domain], judged: judged.judged };
      expect(await listDuplicates(db)).toContainEqual(expect.objectContaining(open));
    },
  );

  it.each([
    [PAIR[1], PAIR[0]],
    [PAIR[0], PAIR[1]],
  ])('lists a different pair when %s has changed and %s is deleted and restored', async (changed, domain) => {
    const { db } = place;
    const kind = findKind('companies')!;
    await judge('different');
    await setByHand({ db, kind, key: [changed], field: 'description', value: 'Other' });
    const run = await runOf('delete', (id) => deleteRecord({ db, kind, key: [domain], run: id }));
    await undoRun({ db, run });
    const pair = (await listDuplicates(db)).find(({ id }) => id !== null);
    expect(pair).toMatchObject({ status: 'open', judged: { by: 'Ann' } });
    expect(pair!.changed).toContain(changed);
  });

  it.each([undefined, ...PAIR])(
    'keeps a different pair when both are deleted and restored, unless one has changed: %s',
    async (changed) => {
      const { db } = place;
      const kind = findKind('companies')!;
      await judge('different');
      if (changed) await setByHand({ db, kind, key: [changed], field: 'description', value: 'Other' });
      const run = await runOf('delete', async (id) => {
        for (const domain of PAIR) await deleteRecord({ db, kind, key: [domain], run: id });
      });
      await undoRun({ db, run });
      const pair = (await listDuplicates(db, { all: true })).find(({ id }) => id !== null);
      expect(pair).toMatchObject({ status: changed ? 'open' : 'different', judged: { by: 'Ann' } });
      expect(pair!.changed).toEqual(changed ? expect.arrayContaining([changed]) : []);
    },
  );

  it('lists a different pair again after a merge of one of both, and after its undo', async () => {
    const { db } = place;
    const [into, from] = ['parent.example', PAIR[1]];
    await judge('different');
    const run = await runOf('merge', (id) => mergeCompanies({ db, into, from, run: id }));
    expect(await listDuplicates(db, { all: true })).not.toContainEqual(
      expect.objectContaining({ status: 'different' }),
    );
    await undoRun({ db, run });
    const pair = (await listDuplicates(db)).find(({ id }) => id !== null);
    expect(pair).toMatchObject({ status: 'open', changed: [from], judged: { by: 'Ann' } });
  });

  it('rejects a judgement about an unknown company, or about one company', async () => {
    await expect(judge('different', ['kelp.example', 'none.example'])).rejects.toThrow(
      'There is no company none.example',
    );
    await expect(judge('different', ['kelp.example', 'kelp.example'])).rejects.toThrow(
      'are already one company',
    );
  });

  it('reopens an accepted match, whose row is held again, and stores who was unsure', async () => {
    const { db } = place;
    const event = {
      ...{ company_name: 'Parent', event_type: 'company_milestone' },
      data: { name: 'IPO', type: 'ipo', announced_date: '2019-01-01', status: 'closed' },
    };
    const paths = [place.folder.write('e.ndjson', [event])];
    await load({ db, kind: findKind('events')!, paths, options: { source: 'news' } });
    const [{ id } = { id: 0 }] = await listMatches(db);
    const review = (status: 'accepted' | 'unsure' | 'reopened', which: object) =>
      runOf(`matches ${status}`, (run) => reviewMatches({ db, which, status, by: 'Ann', run }));
    const run = await review('accepted', { ids: [id] });
    expect(await db('events')).toHaveLength(1);
    await review('reopened', { run });
    expect(await db('events')).toHaveLength(0);
    expect(await listMatches(db)).toMatchObject([{ id, status: 'pending', judged: null }]);
    await review('unsure', { ids: [id] });
    expect(await listMatches(db)).toMatchObject([{ id, status: 'pending', judged: { by: 'Ann' } }]);
  });
});
