import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSample, type SampleService } from './sample-service.ts';

const run = promisify(execFile);
/** The folder of the generated code, from which Node finds the packages that the code imports. */
const GENERATED = resolve(import.meta.dirname, '../dist');
const root = resolve(import.meta.dirname, '../..');

/** The program of a partner, with the clients that the generators make from the OpenAPI document. */
const PROGRAM = `import axios, { isAxiosError } from 'axios';
import createClient from 'openapi-fetch';
import { client } from './hey/client.gen';
import { getDocument, listDocuments, listNews, queryNews } from './hey/sdk.gen';
import type { components, paths } from './schema';

const [, , baseUrl = '', key = ''] = process.argv;
const headers = { Authorization: \`Token \${key}\` };
const company_domains = ['stripe.com', 'openai.com'];

/** What each client read: the companies of two domains, the ids of two pages, a title, and the code of an error. */
type Read = { companies: string[]; pages: number[][]; title: string; code: string };

async function withOpenapiFetch(): Promise<Read> {
  const api = createClient<paths>({ baseUrl, headers });
  const news = await api.GET('/api/v1/news/company/', { params: { query: { company_domains } } });
  const first = await api.GET('/api/v1/documents', { params: { query: { page_size: 2 } } });
  const page_after = first.data!.pagination.next_cursor!;
  const second = await api.GET('/api/v1/documents', { params: { query: { page_size: 2, page_after } } });
  const path = (document_slug: string) => ({ params: { path: { document_slug } } });
  const found = await api.GET('/api/v1/documents/{document_slug}/', path(first.data!.documents[0]!.slug));
  const missing = await api.GET('/api/v1/documents/{document_slug}/', path('nothing'));
  return {
    companies: news.data!.meta.companies!.map(({ domain }) => domain),
    pages: [first, second].map(({ data }) => data!.documents.map(({ id }) => id)),
    title: found.data!.title,
    code: missing.error!.code,
  };
}

async function withHeyApi(): Promise<Read> {
  client.setConfig({ baseUrl, headers });
  const news = await listNews({ query: { company_domains } });
  const first = await listDocuments({ query: { page_size: 2 } });
  const page_after = first.data!.pagination.next_cursor!;
  const second = await listDocuments({ query: { page_size: 2, page_after } });
  const found = await getDocument({ path: { document_slug: first.data!.documents[0]!.slug } });
  const missing = await getDocument({ path: { document_slug: 'nothing' } });
  const posted = await queryNews({ body: { company_domains } });
  if (posted.data!.pagination.total_items !== news.data!.pagination.total_items) throw new Error('POST');
  return {
    companies: news.data!.meta.companies!.map(({ domain }) => domain),
    pages: [first, second].map(({ data }) => data!.documents.map(({ id }) => id)),
    title: found.data!.title,
    code: missing.error!.code,
  };
}

async function withAxios(): Promise<Read> {
  const api = axios.create({ baseURL: baseUrl, headers });
  type List<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: { content: { 'application/json': infer Body } } } } } ? Body : never;
  // Axios writes lists as company_domains[]=a&company_domains[]=b.
  const news = await api.get<List<'/api/v1/news/company/'>>('/api/v1/news/company/', { params: { company_domains } });
  const documents = (params: object) => api.get<List<'/api/v1/documents'>>('/api/v1/documents', { params });
  const first = await documents({ page_size: 2 });
  const second = await documents({ page_size: 2, page_after: first.data.pagination.next_cursor });
  const detail = (slug: string) => api.get<List<'/api/v1/documents/{document_slug}/'>>(\`/api/v1/documents/\${slug}\`);
  const found = await detail(first.data.documents[0]!.slug);
  const code = await detail('nothing').then(
    () => 'none',
    (error: unknown) => (isAxiosError<components['schemas']['Error']>(error) ? error.response!.data.code : 'none'),
  );
  return {
    companies: news.data.meta.companies!.map(({ domain }) => domain),
    pages: [first, second].map(({ data }) => data.documents.map(({ id }) => id)),
    title: found.data.title,
    code,
  };
}

const reads = [withOpenapiFetch, withHeyApi, withAxios];
process.stdout.write(JSON.stringify(await Promise.all(reads.map((read) => read()))));
`;

const TSCONFIG = {
  compilerOptions: {
    ...{
      target: 'ES2023',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    },
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'] },
  },
  include: ['.'],
};

describe('clients generated from the OpenAPI document', () => {
  let folder: string;
  let service: SampleService;
  beforeAll(async () => {
    mkdirSync(GENERATED, { recursive: true });
    folder = mkdtempSync(join(GENERATED, 'clients-'));
    service = await startSample({ SNAPSHOT_EVERY: 'off' });
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a program of a package in the folder of the generated code. npm installs it here or at the root. */
  const tool = (name: string, ...args: string[]) => {
    const places = [join(GENERATED, '..'), root].map((place) => join(place, 'node_modules/.bin', name));
    return run(process.execPath, [places.find(existsSync)!, ...args], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  };

  it('compile, and read lists, pages, details and errors from a service: openapi-fetch, hey-api, axios', async () => {
    const { url, key } = service;
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${url}/openapi.json`)).text());
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    const input = ['openapi.json', '-o'];
    await tool('openapi-typescript', ...input, 'schema.d.ts');
    await tool('openapi-ts', '-i', ...input, 'hey', '-c', '@hey-api/client-fetch');
    const checked = await tool('tsc', '-p', '.').catch((error: unknown) => error as { stdout: string });
    expect(checked.stdout).toBe('');
    const { stdout } = await tool('tsx', 'program.ts', url, key);
    const read = JSON.parse(stdout) as {
      companies: string[];
      pages: number[][];
      title: string;
      code: string;
    }[];
    expect(read).toHaveLength(3);
    for (const one of read) {
      expect(one).toEqual({
        companies: expect.arrayContaining(['stripe.com', 'openai.com']),
        pages: [expect.any(Array), expect.any(Array)],
        title: expect.stringMatching(/./),
        code: 'document_not_found',
      });
      const [first, second] = one.pages as [number[], number[]];
      expect(new Set([...first, ...second]).size).toBe(4);
    }
  });
});
