import { expect, it } from '@jest/globals';
import type { Posts } from '@dossier/client';
import { clientTypes } from './client-types.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'total'];

/** A document of two components with the same fields, of which one has another description. */
const documentOf = (total: string) => {
  const component = (description: string) => ({
    type: 'object',
    required: names,
    properties: Object.fromEntries(
      names.map((name) => [name, { type: 'string', description: name === 'total' ? description : name }]),
    ),
  });
  const get = (name: string) => ({
    get: {
      operationId: `get${name}`,
      responses: { 200: { content: { 'application/json': { schema: { $ref: `#/${name}` } } } } },
    },
  });
  return {
    paths: { '/api/v1/one': get('One'), '/api/v1/two': get('Two') },
    components: { schemas: { One: component('The total.'), Two: component(total) } },
  } as unknown as Parameters<typeof clientTypes>[0];
};

it('throws for a body with a field that the GET of its path lacks', () => {
  const document = documentOf('The total.');
  const { get } = document.paths['/api/v1/one'] as { get: object };
  const withBody = (name: string) => {
    const schema = { type: 'object', properties: { [name]: { type: 'integer' } } };
    const post = {
      ...get,
      operationId: 'queryOne',
      requestBody: { content: { 'application/json': { schema } } },
    };
    const paths = {
      '/api/v1/one': { get: { ...get, parameters: [{ name: 'a', in: 'query', schema: {} }] }, post },
    };
    return { ...document, paths } as unknown as typeof document;
  };
  expect(clientTypes(withBody('a'))).toContain(
    `'/api/v1/one': { input: InBody<Gets['/api/v1/one']['input']>;`,
  );
  expect(() => clientTypes(withBody('b'))).toThrow('The GET of /api/v1/one lacks fields of its POST: b.');
});

it('lets the body of a list have its values as text, and one value instead of a list', () => {
  type Body = Posts['/api/v1/events/']['input'];
  const body: Body = { company_id: '1', page_size: '10', company_ids: ['1', 2], include_citations: 1 };
  const one: Body = { company_id: 1, company_ids: 1, types: 'funding-round', include_citations: true };
  expect([body, one].map(({ company_id }) => Number(company_id))).toEqual([1, 1]);
});

it('writes a field of its own where two components describe it differently', () => {
  expect(clientTypes(documentOf('The total.'))).toContain('export type Two = One;');
  const types = clientTypes(documentOf('The total of page one.'));
  expect(types).toMatch(/export type Two = [^;]*\{ \/\*\* The total of page one\. \*\/\ntotal: string; \};/);
});
