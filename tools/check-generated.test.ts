import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument, operationsOf, routes, type OpenApiDocument } from '@dossier/api';
import { generatedFiles } from './generated.ts';
import { openApiProblems } from './openapi-rules.ts';

describe('generated files', () => {
  it('match the output of `npm run generate`', async () => {
    for (const { path, text } of await generatedFiles()) {
      const name = relative(process.cwd(), path);
      expect([name, readFileSync(path, 'utf8')]).toEqual([name, text]);
    }
  });
});

describe('the OpenAPI document', () => {
  let document: OpenApiDocument;
  beforeAll(() => {
    document = openApiDocument(routes, 'http://localhost:3000');
  });

  it('is valid OpenAPI 3.1 with an operationId, a description, an example and responses everywhere', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await openApiProblems(document)).toEqual([]);
  });

  it('describes every route', () => {
    expect(operationsOf(document).map(({ operation }) => operation.operationId)).toEqual(
      expect.arrayContaining(routes.map(({ endpoint }) => endpoint.operationId)),
    );
  });

  it.each<[string, (broken: OpenApiDocument) => void, RegExp]>([
    ['a missing title', ({ info }) => delete (info as Partial<typeof info>).title, /not valid OpenAPI/],
    [
      'an operationId that is used twice',
      (broken) => {
        const [first, second] = operationsOf(broken);
        second!.operation.operationId = first!.operation.operationId;
      },
      /shares the operationId/,
    ],
    [
      'a response without an example',
      (broken) => {
        const { responses } = broken.paths['/health']!['get']!;
        delete responses['200']!.content!['application/json']!.example;
      },
      /GET \/health has no example of a 200/,
    ],
    [
      'an operation without a description',
      (broken) => delete broken.paths['/api/v1/events/']!['get']!.description,
      /GET \/api\/v1\/events\/ has no description/,
    ],
    [
      'a parameter without a description',
      (broken) => {
        delete broken.paths['/api/v1/documents']!['get']!.parameters![0]!.description;
      },
      /does not describe its parameter/,
    ],
    [
      'a reference that does not resolve',
      ({ components }) => delete components.schemas['Error'],
      /#\/components\/schemas\/Error does not resolve/,
    ],
    [
      'a component without a reference',
      ({ components }) => (components.schemas['Stray'] = { type: 'string' }),
      /Stray is not used/,
    ],
  ])('is rejected with %s', async (_, spoil, problem) => {
    const broken = structuredClone(document);
    spoil(broken);
    expect((await openApiProblems(broken)).join('\n')).toMatch(problem);
  });
});
