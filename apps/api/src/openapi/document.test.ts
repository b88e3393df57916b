import { describe, expect, it } from '@jest/globals';
import { possibleErrors } from './possible-errors.ts';
import { hasBody } from '../http/endpoint.ts';
import { routes } from '../routes.ts';
import { pointerTo, schemasOf } from '../testing/contract/schemas.ts';
import { catalogue } from '@dossier/shared';
import { meaningOf, NO_EXAMPLE, openApiDocument, operationsOf, resolve, type Schema } from './index.ts';

const document = openApiDocument(routes, 'https://dossier.example');
const schemas = schemasOf(document);
const operations = operationsOf(document).map((listed) => ({
  name: listed.operation.operationId,
  ...listed,
}));
const operation = (name: string) => operations.find((listed) => listed.name === name)!.operation;
const answer = (name: string, status: number) => resolve(document, operation(name).responses[status]!);
const typesOf = (name: string, status: number) => Object.keys(answer(name, status).content ?? {});
const schemaOf = (name: string, status: number) =>
  JSON.stringify(answer(name, status).content!['application/json']!.schema);

/** Returns the fields of a schema that have no meaning. */
function fieldsWithoutMeaning(schema: Schema, place: string): string[] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], items = {} } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const path = `${place}.${name}`;
    return [...(meaningOf(document, field) ? [] : [path]), ...fieldsWithoutMeaning(field, path)];
  });
  const inner = [...anyOf, ...oneOf, ...allOf, ...(Object.keys(items).length > 0 ? [items] : [])];
  return [...own, ...inner.flatMap((each) => fieldsWithoutMeaning(each, place))];
}

describe('the OpenAPI document', () => {
  it('gives every parameter, and every field of a body and of a success, a meaning', () => {
    const shapes = Object.entries(document.components.schemas);
    const inline = operations.flatMap(({ name, operation: { responses } }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) < 300)
        .flatMap(([, { content = {} }]) =>
          Object.values(content).map(({ schema }) => [name, schema] as const),
        ),
    );
    expect([...shapes, ...inline].flatMap(([name, schema]) => fieldsWithoutMeaning(schema, name))).toEqual(
      [],
    );
    const parameters = operations.flatMap(({ name, operation: { parameters: given = [] } }) =>
      given.filter(({ description }) => !description).map((each) => `${name} ${each.name}`),
    );
    expect(parameters).toEqual([]);
  });

  it('titles every operation in at most 60 characters, without its technical name', () => {
    const wrong = operations.filter(
      ({ name, operation: { summary } }) => summary.length > 60 || summary.includes(name),
    );
    expect(wrong.map(({ name, operation: { summary } }) => [name, summary])).toEqual([]);
  });

  it.each(operations)(
    'has valid examples for $name',
    ({ method, path, operation: { parameters = [], requestBody, responses } }) => {
      const place = pointerTo('paths', path, method.toLowerCase());
      const check = (pointer: string, example: unknown) =>
        expect([pointer, example, schemas.problems(pointer, example)]).toEqual([pointer, example, undefined]);
      parameters.forEach(({ example }, i) => {
        if (example !== undefined) check(`${place}/parameters/${i}/schema`, example);
      });
      for (const [type, { example }] of Object.entries(requestBody?.content ?? {})) {
        check(place + pointerTo('requestBody', 'content', type, 'schema'), example);
      }
      for (const [status, given] of Object.entries(responses)) {
        const answerPlace = given.$ref?.slice(1) ?? place + pointerTo('responses', status);
        for (const [type, { example }] of Object.entries(resolve(document, given).content ?? {})) {
          check(answerPlace + pointerTo('content', type, 'schema'), example);
        }
      }
    },
  );

  it('has no parameter `options` and no schema with a name that orval generates for a result', () => {
    const named = operations.flatMap(({ operation: { parameters = [] } }) => parameters);
    expect(named.filter((each) => each.in === 'path' && each.name === 'options')).toEqual([]);
    const results = operations.map(({ name }) => `${name[0]!.toUpperCase()}${name.slice(1)}Result`);
    const taken = Object.keys(document.components.schemas);
    expect(results.filter((name) => taken.includes(name))).toEqual([]);
  });

  it('has an example for every text response', () => {
    expect(JSON.stringify(document)).not.toContain(JSON.stringify(NO_EXAMPLE));
  });

  it.each(routes.map(({ endpoint }) => ({ name: endpoint.operationId, endpoint })))(
    'declares every status of $name',
    ({ name, endpoint }) => {
      const errors = possibleErrors(endpoint).map((code) => catalogue[code].status);
      const declared = Object.keys(operation(name).responses).map(Number);
      expect(declared).toEqual(
        expect.arrayContaining([...Object.keys(endpoint.output).map(Number), ...errors]),
      );
    },
  );

  it('declares 401, 403 and both Authorization formats for every operation except the public ones', () => {
    for (const { endpoint } of routes) {
      const { security, responses } = operation(endpoint.operationId);
      const open = endpoint.access === 'public';
      const cookie = endpoint.access === 'session' ? [{ Session: [] }] : [];
      expect([endpoint.operationId, security]).toEqual([
        endpoint.operationId,
        open ? [] : [{ ApiKey: [] }, { Jwt: [] }, ...cookie],
      ]);
      expect(['401', '403'].every((status) => status in responses)).toBe(!open);
    }
    expect(document.components.securitySchemes).toMatchObject({
      ApiKey: { type: 'apiKey', in: 'header', name: 'Authorization' },
      Jwt: { type: 'http', scheme: 'bearer' },
      Session: { type: 'apiKey', in: 'cookie', name: 'dossier_session' },
    });
  });

  it('declares JSON, form and multipart for every body', () => {
    for (const {
      method,
      operation: { requestBody },
    } of operations) {
      if (!hasBody(method)) expect(requestBody).toBeUndefined();
      else {
        expect(Object.keys(requestBody!.content)).toEqual([
          'application/json',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
        ]);
      }
    }
  });

  it('declares no default in a body, because generated clients would have to send it', () => {
    const bodies = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Body'));
    expect(bodies.length).toBeGreaterThan(4);
    for (const [name, schema] of bodies)
      expect(`${name}: ${JSON.stringify(schema)}`).not.toMatch(/"default":/);
    const { required, properties } = document.components.schemas['searchBody']!;
    expect([required, properties!['limit']!.description]).toEqual([
      ['query'],
      'The number of results to return; 10 by default',
    ]);
  });

  const problemExamples = operations
    .filter(({ operation: { responses } }) => '400' in responses)
    .map(({ name, operation: described }) => {
      const { detail } = answer(name, 400).content!['application/problem+json']!.example as {
        detail: string;
      };
      return { name, described, meant: /: is unknown; did you mean (\w+)\?$/.exec(detail)?.[1], detail };
    });
  it.each(problemExamples.filter(({ meant }) => meant !== undefined))(
    'has a 400 example for $name with an existing field: $detail',
    ({ described: { parameters = [], requestBody }, meant }) => {
      const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
      const fields = Object.keys(resolve(document, body).properties ?? {});
      expect([...fields, ...parameters.map(({ name }) => name)]).toContain(meant);
    },
  );

  it('declares each error in the form of the specification and as a problem document', () => {
    expect(typesOf('rankCompanies', 400)).toEqual(['text/plain', 'application/problem+json']);
    expect(schemaOf('getFundingRounds', 404)).toBe('{"type":"string"}');
    expect(schemaOf('listFilings', 400)).toMatch(/^\{"anyOf":\[.*"type":"string"/);
    expect(schemaOf('putChart', 404)).toBe('{"$ref":"#/components/schemas/Failed"}');
    expect(schemaOf('listNews', 404)).toContain('#/components/schemas/Error');
    expect(schemaOf('search', 503)).toMatch(/"anyOf".*"type":"string"/);
    expect(typesOf('getFilingFile', 404)).toEqual(['text/html', 'application/problem+json']);
  });

  it('allows no undeclared field in a response', () => {
    const open = Object.entries(document.components.schemas)
      .filter(
        ([name, { properties, additionalProperties }]) =>
          properties && additionalProperties !== false && !name.endsWith('Body'),
      )
      .map(([name]) => name);
    expect(open).toEqual([]);
  });

  it('declares the response headers that clients use', () => {
    expect(Object.keys(answer('listDocuments', 200).headers!).slice(0, 3)).toEqual([
      'Request-Id',
      'ETag',
      'Link',
    ]);
    expect(answer('listDocuments', 401).headers).toHaveProperty('WWW-Authenticate');
    expect(answer('search', 503).headers).toHaveProperty('Retry-After');
    expect(answer('getFundingRounds', 200).headers).toHaveProperty('Deprecation');
    expect(answer('getFilingFile', 302).headers).toHaveProperty('Location');
  });

  it('declares the headers of rate limits for every operation that costs a task', () => {
    const names = Object.keys(document.components.headers).filter((name) => /RateLimit/.test(name));
    expect(names).toHaveLength(5);
    for (const { endpoint } of routes.filter(
      ({ endpoint: { access, isFree } }) => access === 'partner' && !isFree,
    )) {
      const { operationId, output } = endpoint;
      const status = Number(Object.keys(output)[0]);
      expect(Object.keys(answer(operationId, status).headers!)).toEqual(expect.arrayContaining(names));
      expect(Object.keys(answer(operationId, 429).headers!)).toEqual(
        expect.arrayContaining(['Retry-After', ...names]),
      );
    }
  });

  it('has a slash at the end of every path below /api/, except files and that of the specification', () => {
    const bare = Object.keys(document.paths).filter(
      (path) => path.startsWith('/api/') && !path.endsWith('/') && !path.endsWith('.{format}'),
    );
    expect(bare).toEqual(['/api/v1/documents']);
  });

  it('has one consistent page as the example of each list', () => {
    const pages = operations.flatMap(({ name, operation: { responses } }) => {
      const example = responses['200']?.content?.['application/json']?.example as
        Record<string, unknown> | undefined;
      return example && 'pagination' in example ? [{ name, example }] : [];
    });
    expect(pages.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'listDocuments',
        'listNews',
        'listEvents',
        'listMetrics',
        'listFilings',
        'listChanges',
      ]),
    );
    for (const { name, example } of pages) {
      const items = Object.values(example).find(Array.isArray)!.length;
      const {
        page_size,
        limit = page_size,
        epoch: _,
        ...rest
      } = example['pagination'] as Record<string, unknown>;
      expect([name, Number(limit) >= items]).toEqual([name, true]);
      for (const [key, value] of Object.entries(rest)) {
        const right = /^(current_page_items|total|total_items)$/.test(key)
          ? items
          : /^(page|total_pages)$/.test(key)
            ? 1
            : { offset: 0, after_cursor: 'Start', has_more: false, total_is_exact: true, last_seq: value }[
                key
              ];
        expect([name, key, value]).toEqual([name, key, right ?? null]);
      }
    }
  });

  it('teaches the change feed in its introduction', () => {
    expect(document.info.description).toContain('/api/v1/changes/?after=');
    expect(document.info.description).not.toContain('mode=sync');
  });

  it('declares lists in a query string as comma-separated', () => {
    const list = operation('listNews').parameters!.find(({ name }) => name === 'company_domains')!;
    expect(list).toMatchObject({ style: 'form', explode: false, schema: { type: 'array', maxItems: 200 } });
    expect(document.info.description).toContain('works with and without a trailing slash');
  });
});
