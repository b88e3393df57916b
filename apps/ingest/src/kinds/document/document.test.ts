import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentDetail, documentMetadata } from '@dossier/shared';
import { openDatabase, write, type DocumentRow } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import type { DocumentInput } from './record.ts';
import { createSeenKeys } from '../../load/seen-keys.ts';
import { companyKind } from '../company/index.ts';
import { loadStatements } from '../../ledger/statements/load-statements.ts';
import { upsert } from '../../ledger/upsert.ts';
import { documentKind } from './index.ts';

describe.each(usualEngines)('documents on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const companies = [
      { domain: 'stripe.com', name: 'Stripe', type: 'private', alternative_domains: ['stripe.dev'] },
      { domain: 'block.xyz', name: 'Block', type: 'public' },
    ].map((company) => companyKind.record.parse(company));
    const scratch = openDatabase('sqlite:');
    const seenKeys = await createSeenKeys(scratch);
    const batch = seenKeys.batch(companies.map((_, row) => ({ file: 'companies', row })));
    await write(database.db, (trx, now) => upsert(trx, companyKind, companies, now, batch));
    await scratch.destroy();
  });
  afterAll(() => database.close());

  const base = {
    title: 'A',
    date: '2024-01-02',
    content: { markdown: 'First.\n\n## More\n\nSecond *text*.' },
  };

  /** Loads records in one batch. */
  async function load(...records: DocumentInput[]) {
    const { db } = database;
    const scratch = openDatabase('sqlite:');
    const seenKeys = await createSeenKeys(scratch);
    try {
      const batch = seenKeys.batch(records.map((_, index) => ({ file: 'documents', row: index + 1 })));
      const parsed = records.map((record) => documentKind.record.parse(record));
      await db('outbox').delete();
      const places = records.map((_, index) => ({ file: 'documents', row: index + 1 }));
      return await write(db, (trx, now) => {
        const statements = loadStatements(new Map())(places, now);
        return upsert(trx, documentKind, parsed, now, batch, statements);
      });
    } finally {
      await scratch.destroy();
    }
  }

  async function stored(slug: string) {
    const { db } = database;
    const row = (await db('documents').where({ slug }).first()) as DocumentRow;
    const body = (await db('document_bodies').where({ document_id: row.id }).first()) as {
      content_json: string;
    };
    const companies = await db('document_companies')
      .join('companies', 'companies.id', 'company_id')
      .where({ document_id: row.id })
      .orderBy('companies.domain')
      .select('domain', 'relation', 'published_at');
    const categories = (await db('document_categories')
      .join('categories', 'categories.id', 'category_id')
      .where({ document_id: row.id })
      .orderBy('slug')
      .pluck('slug')) as string[];
    return {
      row,
      content: JSON.parse(body.content_json) as unknown,
      companies: companies as unknown[],
      categories,
    };
  }

  const waiting = async () =>
    (await database
      .db('outbox')
      .where({ kind: 'document' })
      .select('kind', 'record_id')
      .orderBy('seq')) as unknown[];

  it('stores every part in the shapes of the API, and adds the document to the outbox', async () => {
    const [outcome] = await load({
      ...base,
      slug: 'whole',
      type: 'company',
      updated: '2024-02-03',
      summary: 'Sum',
      image: '/a.png',
      companies: [
        { domain: 'stripe.dev', relation: 'subject' },
        { domain: 'BLOCK.xyz', relation: 'connected' },
      ],
      categories: ['Payments', 'Card networks'],
      pdf_url: 'https://a.example/a.pdf',
    });
    const { row, content, companies, categories } = await stored('whole');
    expect(outcome).toEqual({ outcome: 'new', id: row.id, warnings: [] });
    expect(await waiting()).toEqual([{ kind: 'document', record_id: String(row.id) }]);
    const published_at = '2024-01-02T00:00:00.000Z';
    expect(companies).toEqual([
      { domain: 'block.xyz', relation: 'connected', published_at },
      { domain: 'stripe.com', relation: 'subject', published_at },
    ]);
    expect(categories).toEqual(['card-networks', 'payments']);
    expect(row).toMatchObject({ published_at, created_at: row.updated_at });
    const detail = {
      type: row.type,
      slug: row.slug,
      title: row.title,
      last_publication_date: row.last_publication_date,
      metadata: documentMetadata.parse(JSON.parse(row.metadata_json)),
      preview: { title: row.preview_title, image: row.preview_image, description: row.preview_description },
      pdf_url: row.pdf_url,
      web_url: 'https://here.example/research/whole',
      content,
    };
    expect(documentDetail.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({
      type: 'company',
      last_publication_date: '2024-02-03T00:00:00.000Z',
      metadata: { total_sections: 2, reading_time: 1, total_elements: 3, has_images: false },
      preview: { title: 'A', image: '/a.png', description: 'Sum' },
    });
  });

  it('logs a change of each company whose detail shows a document that changed', async () => {
    const about = (...domains: string[]) =>
      domains.map((domain) => ({ domain, relation: 'subject' as const }));
    const changed = async (record: DocumentInput) => {
      const [last] = await database.db('changes').max<{ n: number | null }[]>({ n: 'seq' });
      await load(record);
      const rows = await database
        .db('changes')
        .where('seq', '>', last!.n ?? 0)
        .where({ kind: 'company' });
      return rows.map(({ op, natural_key_json, fields_json }) => [op, natural_key_json, fields_json]);
    };
    const shown = (domain: string) => ['upsert', `["${domain}"]`, '["documents"]'];
    const first = { ...base, slug: 'shown-in-companies', companies: about('stripe.com') };
    expect(await changed(first)).toEqual([shown('stripe.com')]);
    expect(await changed({ ...first, title: 'Another title' })).toEqual([shown('stripe.com')]);
    const moved = { ...first, title: 'Another title', companies: about('block.xyz') };
    expect(await changed(moved)).toEqual([shown('stripe.com'), shown('block.xyz')]);
    // The detail of a company does not show the text.
    expect(await changed({ ...moved, content: { markdown: 'First.\n\n## More\n\nAnother text.' } })).toEqual(
      [],
    );
  });

  it('changes nothing when a document is loaded twice', async () => {
    const record: DocumentInput = {
      ...base,
      slug: 'twice',
      companies: [{ domain: 'stripe.com', relation: 'subject' }],
      categories: ['Payments'],
    };
    await load(record);
    const before = await stored('twice');
    expect(await load(record)).toEqual([{ outcome: 'unchanged', id: before.row.id, warnings: [] }]);
    expect(await stored('twice')).toEqual(before);
    expect(await waiting()).toEqual([]);
  });

  it('updates updated_at, but not created_at, when content, companies or categories change', async () => {
    const record: DocumentInput = { ...base, slug: 'moving' };
    await load(record);
    const changes: DocumentInput[] = [
      { ...record, content: { markdown: 'Other.' } },
      { slug: 'moving', title: 'B' },
      { slug: 'moving', companies: [{ domain: 'block.xyz', relation: 'subject' }] },
      { slug: 'moving', companies: [{ domain: 'block.xyz', relation: 'connected' }] },
      { slug: 'moving', categories: ['Payments'] },
      { slug: 'moving', date: '2024-05-06' },
    ];
    for (const change of changes) {
      const before = await stored('moving');
      expect(await load(change)).toMatchObject([{ outcome: 'changed' }]);
      const after = await stored('moving');
      expect(after.row.created_at).toBe(before.row.created_at);
      expect(after.row.updated_at > before.row.updated_at).toBe(true);
      expect(await load(change)).toMatchObject([{ outcome: 'unchanged' }]);
    }
    expect(await stored('moving')).toMatchObject({
      row: {
        title: 'B',
        preview_title: 'B',
        type: 'market',
        published_at: '2024-05-06T00:00:00.000Z',
        last_publication_date: '2024-05-06T00:00:00.000Z',
      },
      content: { sections: [{ elements: [{ text: 'Other.' }] }] },
      companies: [{ domain: 'block.xyz', relation: 'connected', published_at: '2024-05-06T00:00:00.000Z' }],
      categories: ['payments'],
    });
  });

  it('keeps absent fields and clears null ones', async () => {
    const companies = [{ domain: 'stripe.com', relation: 'subject' as const }];
    await load({ ...base, slug: 'kept', type: 'interview', updated: '2024-03-01', summary: 'S', companies });
    await load({ slug: 'kept', date: '2024-01-03' });
    expect(await stored('kept')).toMatchObject({
      row: { type: 'interview', preview_description: 'S', last_publication_date: '2024-03-01T00:00:00.000Z' },
      companies: [{ domain: 'stripe.com' }],
    });
    await load({ slug: 'kept', summary: null, updated: null, companies: null });
    expect(await stored('kept')).toMatchObject({
      row: { preview_description: null, last_publication_date: '2024-01-03T00:00:00.000Z' },
      companies: [],
    });
  });

  it('stores the valid documents of a batch, and no part of the rejected ones', async () => {
    const outcomes = await load(
      { ...base, slug: 'good' },
      { ...base, slug: 'good', title: 'Again' },
      {
        ...base,
        slug: 'stranger',
        categories: ['Only of the stranger'],
        companies: [{ domain: 'nowhere.example', relation: 'subject' }],
      },
      { slug: 'part', title: 'Only a title' },
      { ...base, slug: 'stranger', title: 'Takes the slug that was not taken' },
    );
    expect(outcomes).toEqual([
      { outcome: 'new', id: expect.any(Number), warnings: [] },
      {
        outcome: 'rejected',
        reason: 'duplicate slug: documents row 1 has "good" too; give one of them another slug',
      },
      { outcome: 'rejected', reason: expect.stringMatching(/^unknown company: .*nowhere\.example/) },
      { outcome: 'rejected', reason: 'missing field: a new document needs date, content' },
      { outcome: 'new', id: expect.any(Number), warnings: [] },
    ]);
    expect((await stored('good')).row.title).toBe('A');
    expect(await database.db('categories').where({ name: 'Only of the stranger' })).toEqual([]);
    expect(await database.db('documents').where({ slug: 'part' })).toEqual([]);
  });

  it('links a company once, as the subject, when a document lists two of its domains', async () => {
    const [outcome] = await load({
      ...base,
      slug: 'once',
      companies: [
        { domain: 'stripe.com', relation: 'subject' },
        { domain: 'stripe.dev', relation: 'connected' },
      ],
    });
    expect(outcome).toMatchObject({ warnings: ['company named twice in one document'] });
    expect((await stored('once')).companies).toMatchObject([{ domain: 'stripe.com', relation: 'subject' }]);
  });

  it('finds a category by name or slug, and creates it only once', async () => {
    await database.db('categories').insert({ slug: 'own-slug', name: 'Insurance' });
    await load(
      { ...base, slug: 'cat-1', categories: ['Insurance', 'Open Data'] },
      { ...base, slug: 'cat-2', categories: ['open-data', 'Open  data', '…'] },
    );
    expect((await stored('cat-1')).categories).toEqual(['open-data', 'own-slug']);
    expect((await stored('cat-2')).categories).toEqual(['open-data']);
    expect(await database.db('categories').where({ slug: 'open-data' })).toHaveLength(1);
  });

  it('stores a batch that exceeds the size limit of one statement', async () => {
    const many = Array.from({ length: 1200 }, (_, n): DocumentInput => ({
      ...base,
      slug: `many-${n}`,
      companies: [{ domain: 'stripe.com', relation: 'subject' }],
      categories: [`Many ${n % 700}`],
    }));
    expect(new Set((await load(...many)).map(({ outcome }) => outcome))).toEqual(new Set(['new']));
    expect(await waiting()).toHaveLength(1200);
    expect(new Set((await load(...many)).map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
  });

  it('returns search entries by section, without deleted documents', async () => {
    const [made, empty] = await load(
      { ...base, slug: 'found', summary: 'The summary' },
      { ...base, slug: 'empty', summary: 'Only this', content: { markdown: '' } },
    );
    const ids = [made, empty].map((outcome) => (outcome && 'id' in outcome ? String(outcome.id) : ''));
    const shown = {
      ...{ type: 'document', form: 'market', title: 'A', suggest: ['A'], companies: [] },
      date: '2024-01-02T00:00:00.000Z',
    };
    expect(await documentKind.searchDocuments!(database.db, [...ids, '999999', 'not-an-id'])).toEqual([
      {
        ...shown,
        id: ids[0],
        slug: 'found',
        excerpt: 'The summary',
        url: '/research/found',
        passages: [
          { id: 'a', title: 'A', text: 'First.' },
          { id: 'more', title: 'More', text: 'Second text.' },
          { title: '', text: 'The summary' },
        ],
      },
      {
        ...shown,
        id: ids[1],
        slug: 'empty',
        excerpt: 'Only this',
        url: '/research/empty',
        passages: [{ title: '', text: 'Only this' }],
      },
    ]);
    await load({ slug: 'found', summary: null });
    expect(await documentKind.searchDocuments!(database.db, [ids[0]!])).toMatchObject([
      { excerpt: 'First.' },
    ]);
  });

  it('rejects the slug of a document of another source', async () => {
    const ours = { ...base, slug: 'shared', source: 'blog' };
    expect(await load(ours)).toMatchObject([{ outcome: 'new' }]);
    expect(await load({ ...ours, source: 'site', title: 'B' })).toEqual([
      {
        outcome: 'rejected',
        reason:
          'duplicate slug: "shared" is a document of the source blog; if it is another document, load it with --slug-prefix; if it is the same, with --source "blog"',
      },
    ]);
    expect(await load({ ...base, slug: 'shared', title: 'B' })).toMatchObject([{ outcome: 'rejected' }]);
    expect(await load({ ...ours, title: 'C' })).toMatchObject([{ outcome: 'changed' }]);
    expect(await load({ ...ours, title: 'D', date: '2025-01-02' })).toMatchObject([{ outcome: 'changed' }]);
  });

  it('merges what another source says about the same document', async () => {
    const ours = { ...base, slug: 'both', source: 'blog', categories: ['Payments'] };
    const theirs = { ...base, slug: 'both', source: 'site', title: 'a ', categories: ['Anvils'] };
    await load({ ...ours, summary: 'Ours.' });
    // A later statement of the same rank wins; the lists are merged.
    expect(await load({ ...theirs, content: { markdown: 'Theirs.' } })).toMatchObject([
      { outcome: 'changed' },
    ]);
    expect(await stored('both')).toMatchObject({
      row: { title: 'a', preview_description: 'Ours.' },
      content: { sections: [{ elements: [{ text: 'Theirs.' }] }] },
      categories: ['anvils', 'payments'],
    });
    // A row that only adds to a document names it by its slug.
    await load({ slug: 'both', source: 'tags', categories: ['Tools'] });
    await load({ slug: 'both', source: 'blog', summary: null, categories: null, title: 'B' });
    const { row, content, categories } = await stored('both');
    expect(row).toMatchObject({ title: 'B', preview_description: null });
    expect(content).toMatchObject({ sections: [{ elements: [{ text: 'Theirs.' }] }] });
    expect(categories).toEqual(['anvils', 'tools']);
  });

  it('rejects a document with another title and date than the stored one, which names no source', async () => {
    const ours = { ...base, slug: 'unnamed' };
    await load(ours);
    const other = { ...ours, title: 'Another', date: '2023-05-06' };
    const rejected = {
      outcome: 'rejected',
      reason:
        'duplicate slug: "unnamed" is the document "A" of 2024-01-02, and this one has another title and date; if it is another document, load it with --slug-prefix; if it is the same, delete the stored one first: npm run ingest -- delete documents unnamed',
    };
    expect(await load(other)).toEqual([rejected]);
    expect(await load({ ...other, source: 'site' })).toEqual([rejected]);
    expect((await stored('unnamed')).row).toMatchObject({ title: 'A', source: null });
    // A correction keeps the title or the date, and naming the source makes the document its own.
    expect(await load({ ...other, title: 'a' })).toMatchObject([{ outcome: 'changed' }]);
    expect(await load({ ...other, source: 'site' })).toMatchObject([{ outcome: 'changed' }]);
    expect((await stored('unnamed')).row).toMatchObject({ title: 'Another', source: 'site' });
  });
});
