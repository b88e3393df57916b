import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { z } from 'zod';
import { hasBody, type Endpoint } from '../http/endpoint.ts';
import { PAGING_IN_QUERY, POST_LINK } from '../http/request/input.ts';
import { exampleOf } from './examples.ts';
import type { MediaType, OpenApiDocument, Operation, Parameter, Schema } from './json.ts';

const JOINED = { style: 'form' as const, explode: false };
const AS_JSON = { contentType: 'application/json' };
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Returns the parameters and the body of an endpoint. */
export function requestOf({
  method,
  params,
  input,
}: Endpoint): Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> {
  if (!(input instanceof z.ZodObject))
    throw new Error('An input that is not an object cannot be documented.');
  if (!hasBody(method)) return { requestParams: { path: params, query: input } };
  const fields = Object.entries<z.ZodType>(input.shape);
  const inQuery = fields.filter(([name]) => PAGING_IN_QUERY.includes(name));
  const marker = z.literal(POST_LINK.value).optional().meta({
    description: 'Part of every link to another page. It marks an address whose filters are in a body',
  });
  const paging = z.object(
    Object.fromEntries(inQuery.length > 0 ? [...inQuery, [POST_LINK.name, marker]] : []),
  );
  const types = ['application/json', ...FORM_TYPES];
  return {
    requestParams: { path: params, query: paging },
    requestBody: {
      required: !input.safeParse({}).success,
      content: Object.fromEntries(types.map((type) => [type, { schema: input }])),
    },
  };
}

/** Adds what the generator does not know: how a query string encodes values, and the examples. */
export function finishRequest(
  document: OpenApiDocument,
  { method, example = {} }: Endpoint,
  operation: Operation,
) {
  const values = example as Record<string, unknown>;
  for (const parameter of operation.parameters ?? []) {
    const { description, ...schema } = withoutTextForm(parameter.schema);
    parameter.schema = schema;
    parameter.description ??= description;
    if (parameter.schema.type === 'array') Object.assign(parameter, { style: 'form', explode: false });
    const given = hasBody(method) ? undefined : values[parameter.name];
    const shown = given ?? (parameter.required ? exampleOf(document, parameter.schema) : undefined);
    if (shown !== undefined) parameter.example = shown;
  }
  for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
    media.example = values;
    if (FORM_TYPES.includes(type)) describeEncoding(media);
    describeDefaults(media.schema);
    media.schema = asComponent(document, `${operation.operationId}Body`, media.schema);
  }
}

/** Moves the defaults of a body into the descriptions: with `default`, client generators make a field required. */
function describeDefaults({ properties = {}, items }: Schema) {
  for (const property of Object.values(properties)) {
    const { default: usual, description = '' } = property;
    delete property.default;
    if (usual !== undefined && !Array.isArray(usual)) {
      const shown = typeof usual === 'string' ? usual : JSON.stringify(usual);
      property.description = `${description}; ${shown} by default`;
    }
    describeDefaults(property);
  }
  if (items) describeDefaults(items);
}

/** Stores a schema as a component, since every media type has the same body. */
function asComponent({ components }: OpenApiDocument, name: string, schema: Schema): Schema {
  components.schemas[name] ??= schema;
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Returns the schema of a value without the form that it has as text. In a query string, all values are text anyway. A form
 * with a format is another value, such as the UUID of what also has an integer.
 */
export function withoutTextForm({ anyOf, ...schema }: Schema): Schema {
  if (!anyOf) return schema;
  const [first, ...others] = anyOf;
  const values = others.filter(({ format }) => format !== undefined);
  if (values.length > 0) return { ...schema, anyOf: [withoutTextForm(first!), ...values] };
  const value: Schema = { ...first, ...schema };
  return value.items ? { ...value, items: withoutTextForm(value.items) } : value;
}

/** Describes how forms encode lists: separated by commas, or as JSON if they contain objects. */
function describeEncoding(media: MediaType) {
  const lists = Object.entries(media.schema.properties ?? {})
    .map(([name, schema]) => ({ name, list: withoutTextForm(schema) }))
    .filter(({ list }) => list.type === 'array')
    .map(({ name, list }) => [name, list.items?.type === 'object' ? AS_JSON : JOINED] as const);
  if (lists.length > 0) media.encoding = Object.fromEntries(lists);
}

/** Encodes values for a form: lists of plain values separated by commas, anything deeper as JSON. */
export function asForm(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formValue(value)]));
}

function formValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const plain = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return plain ? value.join(',') : JSON.stringify(value);
}

/** Returns the address of an operation with the examples of its parameters. */
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
