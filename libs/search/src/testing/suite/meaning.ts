import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchOptions } from '../../open.ts';
import type { EmbeddingsFault } from '../embeddings-faults.ts';
import { startEmbeddings, type EmbeddingsServer } from '../embeddings-server.ts';
import type { SearchEngine } from '../../search-engine.ts';
import type { StandbyIndex } from '../../standby.ts';
import { entry } from './bench.ts';

/** Opens the index of that name with these embeddings. */
interface OpenMeaning {
  open: (place: string, embeddings?: SearchOptions['embeddings']) => Promise<SearchEngine>;
  standby: (place: string, embeddings?: SearchOptions['embeddings']) => Promise<StandbyIndex>;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const FILLER = LETTERS.map((letter) =>
  entry({
    type: 'company',
    id: `filler-${letter}`,
    text: `harvest${letter} weather${letter} barley${letter}`,
  }),
);
const ENTRIES = [
  entry({ id: 'cars', title: 'Cars', text: 'The car of the doctor' }),
  entry({ id: 'sick', title: 'Health', date: '2020-01-01T00:00:00.000Z', text: 'A disease of the doctor' }),
  entry({ id: 'empty', title: 'Nothing' }),
  entry({
    type: 'company',
    id: 'garage',
    slug: 'garage',
    names: ['Garage'],
    title: 'Garage',
    text: 'A vehicle shop',
  }),
  entry({ type: 'category', id: 'motor', title: 'automobile', suggest: ['automobile'] }),
  ...FILLER,
];
const QUESTION = 'automobile physician';
/** A query that words answer too. */
const WORDS = 'automobile harvestx doctor';

/** Tests of vectors. They begin with an index that has them. */
export function describeMeaning(name: string, { open, standby }: OpenMeaning): void {
  describe(`${name}: vectors`, () => {
    let server: EmbeddingsServer;
    let engine: SearchEngine;
    beforeAll(async () => {
      server = await startEmbeddings();
      engine = await open('meaning', server.options);
      await engine.put(ENTRIES);
    });
    afterAll(async () => {
      await engine.close();
      await server.close();
    });
    const ask = (text: string, more: object = {}, from = engine) =>
      from.search({ text, limit: 50, offset: 0, ...more });
    const ids = async (text: string, more: object = {}, from = engine) =>
      (await ask(text, more, from)).results.map((result) => result.document_id);

    it('find entries without a word of the query, nearest first', async () => {
      const found = await ids(QUESTION);
      expect(found[0]).toBe('cars');
      expect(found).toEqual(expect.arrayContaining(['cars', 'sick', 'garage']));
      expect(found.indexOf('garage')).toBeGreaterThan(found.indexOf('sick'));
      expect(server.authorization).toBe('Bearer embeddings-key');
    });

    it('are made of entries with text only', async () => {
      const texts = server.requests.flat();
      expect(texts).toContain('Cars\nThe car of the doctor');
      expect(texts.filter((text) => /^(Nothing|automobile)$/m.test(text))).toEqual([]);
      expect(await ids(QUESTION)).not.toContain('empty');
      expect(await ids(QUESTION)).not.toContain('motor');
    });

    it('page exactly, and count what they find', async () => {
      const all = await ask(QUESTION, { countTypes: true });
      expect(all.results).toHaveLength(all.total);
      const { document, company, filing } = all.types!;
      expect(document + company + filing).toBe(all.total);
      const walked: string[] = [];
      for (let offset = 0; offset < all.total + 3; offset += 3) {
        const page = await ask(QUESTION, { limit: 3, offset });
        expect(page.total).toBe(all.total);
        walked.push(...page.results.map((result) => result.document_id));
      }
      expect(walked).toEqual(all.results.map((result) => result.document_id));
      expect(new Set(walked).size).toBe(walked.length);
    });

    it('join the ranking of words by reciprocal rank', async () => {
      const found = await ids('physician harvestx sickness');
      expect(found.slice(0, 1)).toEqual(['sick']);
      expect(found).toContain('filler-x');
      // Both rankings have it, and only one has the others.
      expect(found.filter((id) => !['sick', 'cars'].includes(id))[0]).toBe('filler-x');
    });

    it('respect filters, and leave quotes, numbers and names to words', async () => {
      expect(await ids(QUESTION, { dateTo: '2020-12-31T00:00:00.000Z' })).toEqual(['sick']);
      const companies = await ids(QUESTION, { filter: { types: ['company'] } });
      expect(companies[0]).toBe('garage');
      const before = server.requests.length;
      expect(await ids('"automobile" physician')).toEqual([]);
      expect(await ids('automobile physician -doctor')).toEqual([]);
      expect(await ids('automobile physician 2024')).toEqual([]);
      expect(await ids('Garage')).toEqual(['garage']);
      expect(server.requests).toHaveLength(before);
      expect((await ids('vehicle shop'))[0]).toBe('garage');
    });

    it('give way to words when the endpoint hangs', async () => {
      const quick = await open('meaning', { ...server.options, budget: 50 });
      server.mode = 'hangs';
      try {
        expect(await ids(WORDS, {}, quick)).toEqual(['cars', 'sick', 'filler-x']);
        server.mode = 'answers';
        // The pages of a query are parts of one list, so the answer stays.
        expect(await ids(WORDS, {}, quick)).toEqual(['cars', 'sick', 'filler-x']);
        expect(await ids(WORDS)).toContain('garage');
      } finally {
        server.mode = 'answers';
        await quick.close();
      }
    });

    it.each<[EmbeddingsFault, string]>([
      ['fails', 'status 500'],
      ['redirects', 'status 307'],
      ['returns no JSON', 'it does not return JSON'],
      ['returns no vector', 'it does not return one vector for each text'],
      ['returns too many vectors', 'it does not return one vector for each text'],
      ['returns vectors of other lengths', 'it returns vectors of different lengths'],
      ['returns infinite numbers', 'it does not return vectors'],
      ['never ends its answer', 'its answer is too long'],
    ])('give way to words, and leave writes to the outbox, when the endpoint %s', async (fault, reason) => {
      const lied = await open('meaning', server.options);
      server.mode = fault;
      try {
        expect(await ids(WORDS, {}, lied)).toEqual(['cars', 'sick', 'filler-x']);
        const added = ['late', 'later'].map((id) => entry({ id, text: `A ${id} car` }));
        await expect(lied.put(added)).rejects.toMatchObject({
          name: 'SearchUnavailable',
          message: `the embeddings endpoint does not answer as expected: ${reason}`,
        });
        expect(await engine.hashes(added)).toEqual([undefined, undefined]);
        expect(server.written).toBeLessThan(20_000_000);
      } finally {
        server.mode = 'answers';
        await lied.close();
      }
    });

    it('are requested again when the endpoint is busy or breaks off, and for less text when it rejects a long one', async () => {
      const nurse = entry({ id: 'nurse', title: 'Nurse', text: 'A helper of a medic' });
      server.mode = 'is busy once';
      await engine.put([nurse]);
      server.mode = 'breaks off once';
      expect(await ids('vehicle of nurses physician')).toContain('nurse');
      expect(server.mode).toBe('answers');
      const long = entry({ id: 'long', title: 'Long', text: `medic ${'stethoscope '.repeat(90)}` });
      server.mode = 'rejects long texts';
      await engine.put([long, nurse]);
      server.mode = 'answers';
      expect(server.requests.slice(-2).map(([text = '']) => text.length)).toEqual([1_091, 545]);
      expect(await ids('stethoscope physician')).toContain('long');
      await engine.remove([nurse, long]);
    });

    it('are computed again only for texts that changed', async () => {
      const guide = (second: string, date = '2021-01-01T00:00:00.000Z') =>
        entry({
          ...{ id: 'guide', title: 'Guide', url: '/guide', date },
          passages: ['The harness of a dog', second].map((text) => ({ title: '', text })),
        });
      await engine.put([guide('The car of a dog')]);
      const before = server.requests.length;
      await engine.put([guide('The illness of a dog', '2019-01-01T00:00:00.000Z')]);
      expect(server.requests.slice(before)).toEqual([['Guide\nThe illness of a dog']]);
      await engine.put([guide('The illness of a dog', '2018-01-01T00:00:00.000Z')]);
      expect(server.requests).toHaveLength(before + 1);
      const old = { dateTo: '2018-12-31T00:00:00.000Z' };
      expect(await ids('sickness of pets', old)).toEqual(['guide']);
      await engine.remove([{ type: 'document', id: 'guide' }]);
    });

    it('change and go with their entries', async () => {
      const cart = { id: 'cart', title: 'Cart', text: 'automobile of a medic' };
      await engine.put([entry(cart)]);
      expect(await ids('vehicle of doctors physician')).toContain('cart');
      await engine.put([entry({ id: 'cart', title: 'Cart' })]);
      expect(await ids('vehicle of doctors physician')).not.toContain('cart');
      await engine.put([entry(cart)]);
      await engine.remove([{ type: 'document', id: 'cart' }]);
      expect(await ids('vehicle of doctors physician')).not.toContain('cart');
      expect(await engine.check()).toEqual([]);
    });

    it('are of one model and length until the index is rebuilt', async () => {
      const another = { ...server.options };
      server.dimensions = 32;
      const wrong = await open('meaning', another);
      try {
        await expect(wrong.put([entry({ id: 'short', text: 'A car' })])).rejects.toThrow(
          /npm run ingest -- reindex/,
        );
        expect(await ids(QUESTION, {}, wrong)).toEqual([]);
      } finally {
        server.dimensions = 64;
        await wrong.close();
      }
    });

    it('are off by default: words find what they did, and writes keep the counts exact', async () => {
      const before = server.requests.length;
      const off = await open('meaning');
      try {
        expect(await ids(QUESTION, {}, off)).toEqual([]);
        const added = entry({ id: 'plain', title: 'Plain', text: 'A car for the doctor' });
        await off.put([added]);
        expect(await ids('plain', {}, off)).toEqual(['plain']);
        await off.remove([{ type: 'document', id: 'plain' }]);
        expect(server.requests).toHaveLength(before);
        const sick = ENTRIES[1]!;
        await off.remove([sick]);
        const all = await ask(QUESTION);
        expect(all.results).toHaveLength(all.total);
        expect(all.results.map((result) => result.document_id)).not.toContain('sick');
        await engine.put([sick]);
      } finally {
        await off.close();
      }
    });

    it('move into use with a standby index, which computes only those of another model', async () => {
      const rebuilt = async (embeddings?: SearchOptions['embeddings']) => {
        const next = await standby('meaning', embeddings);
        const building = await next.build();
        await building.put(ENTRIES);
        await building.close();
        await next.swap();
      };
      const before = server.requests.length;
      await rebuilt(server.options);
      expect(server.requests).toHaveLength(before);
      expect((await ids(QUESTION))[0]).toBe('cars');
      const other = { ...server.options, model: 'other' };
      await rebuilt(other);
      expect(await ids(QUESTION)).toEqual([]);
      const renewed = await open('meaning', other);
      expect((await ids(QUESTION, {}, renewed))[0]).toBe('cars');
      await renewed.close();
      await rebuilt();
      expect(await ids(QUESTION)).toEqual([]);
      await rebuilt(server.options);
      expect((await ids(QUESTION))[0]).toBe('cars');
    });
  });
}
