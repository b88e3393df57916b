import { expect, it } from '@jest/globals';
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

it('writes a field of its own where two components describe it differently', () => {
  expect(clientTypes(documentOf('The total.'))).toContain('export type Two = One;');
  const types = clientTypes(documentOf('The total of page one.'));
  expect(types).toMatch(/export type Two = [^;]*\{ \/\*\* The total of page one\. \*\/\ntotal: string; \};/);
});
