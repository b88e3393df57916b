import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { z } from 'zod';
import type { Endpoint } from '../http/endpoint.ts';
import { PAGING_IN_QUERY } from '../http/input.ts';
import { exampleOf } from './examples.ts';
import type { MediaType, OpenApiDocument, Operation, Parameter, Schema } from './json.ts';

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The parameters and the body that an endpoint takes. */
export function requestOf({
  method,
  params,
  input,
}: Endpoint): Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> {
  if (!(input instanceof z.ZodObject)) throw new Error('An input that is no object cannot be documented.');
  if (method === 'GET') return { requestParams: { path: params, query: input } };
  const fields = Object.entries(input.shape as Record<string, z.ZodType>);
  const paging = z.object(Object.fromEntries(fields.filter(([name]) => PAGING_IN_QUERY.includes(name))));
  const types = ['application/json', ...FORM_TYPES];
  return {
    requestParams: { path: params, query: paging.partial() },
    requestBody: {
      required: !input.safeParse({}).success,
      content: Object.fromEntries(types.map((type) => [type, { schema: input }])),
    },
  };
}

/** Finishes what the generator cannot know: how a query string spells values, and the examples. */
export function finishRequest(
  document: OpenApiDocument,
  { method, example = {} }: Endpoint,
  operation: Operation,
) {
  const values = example as Record<string, unknown>;
  for (const parameter of operation.parameters ?? []) {
    parameter.schema = spelled(parameter.schema);
    if (parameter.schema.type === 'array') Object.assign(parameter, { style: 'form', explode: false });
    const shown =
      parameter.in === 'path'
        ? exampleOf(document, parameter.schema)
        : method === 'GET' && values[parameter.name];
    if (shown !== undefined && shown !== false) parameter.example = shown;
  }
  for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
    media.example = FORM_TYPES.includes(type) ? asForm(values) : values;
    if (FORM_TYPES.includes(type)) describeEncoding(media);
  }
}

/** A query string is text: there, the value itself is documented and not the other ways to spell it. */
function spelled({ anyOf, ...schema }: Schema): Schema {
  if (!anyOf) return schema;
  const value: Schema = { ...anyOf[0], ...schema };
  return value.items ? { ...value, items: spelled(value.items) } : value;
}

/** Lists in forms are joined by commas; a repeated field is refused. */
function describeEncoding(media: MediaType) {
  const lists = Object.entries(media.schema.properties ?? {}).filter(
    ([, { anyOf }]) => anyOf?.[0]?.type === 'array',
  );
  if (lists.length === 0) return;
  media.encoding = Object.fromEntries(lists.map(([name]) => [name, { style: 'form', explode: false }]));
}

/** The values of a form: lists of plain values joined by commas, anything deeper as JSON. */
export function asForm(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formValue(value)]));
}

function formValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const plain = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return plain ? value.join(',') : JSON.stringify(value);
}

/** The address of an operation with the examples of its parameters. */
export function exampleAddress(path: string, parameters: Parameter[] = []): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: where, example } of parameters) {
    if (example === undefined) continue;
    const text = String(formValue(example));
    if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(text));
    if (where === 'query') query.set(name, text);
  }
  return query.size > 0 ? `${address}?${query}` : address;
}
