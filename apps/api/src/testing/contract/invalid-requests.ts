import fc from 'fast-check';
import { resolve, withoutTextForm, type OpenApiDocument, type Schema } from '../../openapi/index.ts';
import type { Documented } from './answers.ts';
import { JSON_TYPE, parametersIn, validRequests, type ContractRequest } from './requests.ts';
import type { Schemas } from './schemas.ts';
import { oddTexts, oddValues } from './values.ts';

/** The operations that read a blank name of a company, beside another name, as a missing one (`companyFieldsOrBlank`). */
const BLANK_NAMES = /^\/api\/v1\/(embed|filings|funding-rounds)\b/;

/**
 * Generates requests with exactly one error according to the OpenAPI document.
 * @param ignoresUnknown whether the operation ignores unknown parameters
 */
export function invalidRequests(
  document: OpenApiDocument,
  schemas: Schemas,
  documented: Documented,
  ignoresUnknown: boolean,
): fc.Arbitrary<ContractRequest> {
  const { operation } = documented;
  const valid = validRequests(document, documented).map((request) => ({ ...request, headers: {} }));
  const parameters = parametersIn(documented, 'query');
  const known = parameters.map(({ name }) => name);
  const withQuery = (wrong: fc.Arbitrary<[string, string][]>) =>
    fc.tuple(valid, wrong).map(([request, query]): ContractRequest => {
      const replaced = new Set(query.map(([name]) => name));
      return { ...request, query: [...request.query.filter(([name]) => !replaced.has(name)), ...query] };
    });
  const withHeaders = (...given: Record<string, string>[]) =>
    fc
      .tuple(valid, fc.constantFrom(...given))
      .map(([request, headers]): ContractRequest => ({ ...request, headers }));

  const unknownName = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !known.includes(name));
  const wrong = [
    ...(ignoresUnknown ? [] : [withQuery(unknownName.map((name) => [[name, 'x']]))]),
    // Redirects ignore the Accept header.
    ...('406' in operation.responses
      ? [withHeaders({ accept: 'image/png' }, { accept: 'audio/ogg;q=0.5' })]
      : []),
  ];
  if (operation.security.length > 0) {
    const odd = ['', 'Token', 'Token x', 'Basic eDp5', 'Bearer a.b.c', 'Token dsr_live_x_y'];
    wrong.push(withHeaders(...odd.map((authorization) => ({ authorization }))));
  }
  for (const { name, schema } of parameters) {
    const mayBeBlank = BLANK_NAMES.test(documented.path) && /^company_(id|slug|domain)$/.test(name);
    const isBlank = (text: string) => mayBeBlank && text.trim() === '';
    const bad = only(oddTexts, (text) => !isBlank(text) && !readsAs(schemas, schema, text));
    if (bad) wrong.push(withQuery(bad.map((text) => [[name, text]])));
    const twice: [string, string][] = [
      [name, '1'],
      [name, '2'],
    ];
    // A list may be sent as repeated parameters.
    if (schema.type !== 'array') wrong.push(withQuery(fc.constant(twice)));
  }
  if (operation.requestBody) wrong.push(...wrongBodies(document, schemas, documented, valid));
  // A redirect has no input except its path, and no valid path parameter is that long.
  if (wrong.length === 0)
    wrong.push(valid.map((request) => ({ ...request, path: `${request.path}${'x'.repeat(300)}` })));
  return fc.oneof(...wrong);
}

function wrongBodies(
  document: OpenApiDocument,
  schemas: Schemas,
  { operation }: Documented,
  valid: fc.Arbitrary<ContractRequest>,
): fc.Arbitrary<ContractRequest>[] {
  const { schema, example } = operation.requestBody!.content[JSON_TYPE]!;
  const { properties = {}, required = [] } = resolve(document, schema);
  const withBody = (bodies: fc.Arbitrary<ContractRequest['body']>) =>
    fc.tuple(valid, bodies).map(([request, body]): ContractRequest => ({ ...request, query: [], body }));
  const withFields = (fields: fc.Arbitrary<Record<string, unknown>>) =>
    withBody(fields.map((given) => ({ type: JSON_TYPE, fields: { ...(example as object), ...given } })));

  return [
    withBody(
      fc
        .oneof(fc.constantFrom('{"a":', '[1]', 'null', '"x"', '\u0000', '{]'), fc.string({ minLength: 1 }))
        .filter((raw) => !isObject(raw))
        .map((raw) => ({ type: JSON_TYPE, raw })),
    ),
    withBody(
      fc.constantFrom('text/csv', 'application/xml', 'image/png').map((type) => ({ type, raw: 'a,b' })),
    ),
    withBody(fc.string().map((raw) => ({ type: 'multipart/form-data; boundary=x', raw: `--x\r\n${raw}` }))),
    withFields(
      fc
        .string({ minLength: 1, maxLength: 20 })
        .filter((name) => !(name in properties) && name !== '__proto__')
        .map((name) => ({ [name]: 1 })),
    ),
    ...required.map((name) => withFields(fc.constantFrom({ [name]: undefined }, { [name]: null }))),
    ...Object.entries(properties).flatMap(([name, field]) => {
      // A null field counts as missing.
      const bad = only(oddValues, (value) => value !== null && !allowsLeniently(schemas, field, value));
      return bad ? [withFields(bad.map((value) => ({ [name]: value })))] : [];
    }),
  ];
}

/** Limits values to those that match. Returns undefined if almost none match, since a search would not end. */
function only<Value>(
  values: fc.Arbitrary<Value>,
  isSo: (value: Value) => boolean,
): fc.Arbitrary<Value> | undefined {
  const found = fc.sample(values, { numRuns: 200, seed: 1 }).filter(isSo);
  if (found.length > 20) return values.filter(isSo);
  return found.length > 0 ? fc.constantFrom(...found) : undefined;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return text.trim() === '';
  }
}

/** Returns true if a query string's text is valid for the schema. Ignores surrounding spaces and empty list items. */
function readsAs(schemas: Schemas, schema: Schema, text: string): boolean {
  const trimmed = text.trim();
  if (schema.type === 'integer') return /^-?\d+$/.test(trimmed) && schemas.allows(schema, Number(trimmed));
  if (schema.type === 'boolean') return /^(true|false|1|0)$/i.test(trimmed);
  if (schema.type === 'array') {
    const items = trimmed.split(',').filter((item) => item.trim() !== '');
    return items.length > 0 && items.every((item) => readsAs(schemas, schema.items!, item));
  }
  return schemas.allows(schema, text) || schemas.allows(schema, trimmed.toLowerCase());
}

function allowsLeniently(schemas: Schemas, schema: Schema, value: unknown): boolean {
  if (typeof value === 'string')
    return readsAs(schemas, withoutTextForm(schema), value) || schemas.allows(schema, value);
  return schemas.allows(schema, value);
}
