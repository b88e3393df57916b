import fc from 'fast-check';
import { asForm, resolve, type OpenApiDocument, type Parameter } from '../../openapi/index.ts';
import type { Documented } from './answers.ts';
import { fieldsOf, valuesOf } from './values.ts';

/** A request in a form that can be printed when a check fails. */
export interface ContractRequest {
  path: string;
  query: [string, string][];
  body?: { type: string; fields?: Record<string, unknown>; raw?: string };
  headers: Record<string, string>;
}

export const JSON_TYPE = 'application/json';
export const parametersIn = ({ operation }: Documented, place: Parameter['in']): Parameter[] =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === place);

/** Generates valid requests: the document's own examples, with other parameters and fields added. */
export function validRequests(
  document: OpenApiDocument,
  documented: Documented,
): fc.Arbitrary<ContractRequest> {
  return fc.record(
    {
      path: pathsOf(document, documented),
      query: queriesOf(document, documented),
      body: bodiesOf(document, documented),
      headers: fc.oneof(
        { weight: 6, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constant({ accept: 'application/problem+json' }) },
        { weight: 1, arbitrary: fc.constant({ 'if-none-match': '*' }) },
      ),
    },
    {
      requiredKeys: [
        'path',
        'query',
        'headers',
        ...(documented.operation.requestBody?.required ? ['body' as const] : []),
      ],
    },
  );
}

function pathsOf(document: OpenApiDocument, documented: Documented): fc.Arbitrary<string> {
  const parts = parametersIn(documented, 'path').map(({ name, schema, example }) =>
    fc
      .oneof(fc.constant(String(example)), valuesOf(document, schema).map(String))
      // URL normalization removes these segments, which changes the path.
      .filter((text) => !/^\.{0,2}$/.test(text))
      .map((text) => [name, text] as const),
  );
  return fc
    .tuple(fc.boolean(), ...parts)
    .map(
      ([slash, ...values]) => fillPath(documented.path, values).replace(/(?<=.)\/$/, '') + (slash ? '/' : ''),
    );
}

const fillPath = (path: string, values: (readonly [string, string])[]) =>
  values.reduce((filled, [name, text]) => filled.replace(`{${name}}`, encodeURIComponent(text)), path);

function queriesOf(document: OpenApiDocument, documented: Documented): fc.Arbitrary<[string, string][]> {
  const parameters = parametersIn(documented, 'query');
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const examples = Object.fromEntries(
    parameters.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example]),
  );
  return fc
    .tuple(fc.constantFrom({}, examples), fieldsOf(document, properties, required, optional))
    .map(([base, fields]) =>
      Object.entries(asForm({ ...base, ...fields })).map(([name, value]) => [name, String(value)]),
    );
}

function bodiesOf(
  document: OpenApiDocument,
  { operation }: Documented,
): fc.Arbitrary<ContractRequest['body']> {
  const content = Object.entries(operation.requestBody?.content ?? {});
  if (content.length === 0) return fc.constant(undefined);
  const { schema, example } = content[0]![1];
  const { properties = {}, required = [] } = resolve(document, schema);
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return fc
    .tuple(
      fc.constantFrom(...content.map(([type]) => type)),
      fc.constantFrom({}, example as object),
      fc.oneof(
        { weight: 3, arbitrary: fieldsOf(document, properties, required, optional) },
        // With many filters, nearly no request finds anything.
        { weight: 1, arbitrary: fieldsOf(document, properties, required, []) },
      ),
    )
    .map(([type, base, given]) => {
      const fields = { ...base, ...given };
      return { type, fields: type === JSON_TYPE ? fields : asForm(fields) };
    });
}
