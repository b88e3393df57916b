import type { OpenApiDocument, Operation, Parameter, Schema } from '../../openapi/index.ts';
import { fieldsOf, type Field } from './fields.ts';

/** Returns the fields of a request by their place. */
export function requestFields(
  document: OpenApiDocument,
  { parameters = [], requestBody }: Operation,
): { title: string; fields: Field[] }[] {
  const within = (place: Parameter['in']) =>
    fieldsOf(document, asObject(parameters.filter((parameter) => parameter.in === place)), 'request');
  const [body] = Object.values(requestBody?.content ?? {});
  return [
    { title: 'In the path', fields: within('path') },
    { title: 'In the query string', fields: within('query') },
    { title: 'In the body', fields: body ? fieldsOf(document, body.schema, 'request') : [] },
  ].filter(({ fields }) => fields.length > 0);
}

const asObject = (parameters: Parameter[]): Schema => ({
  properties: Object.fromEntries(
    parameters.map(({ name, schema, description = '' }) => [name, { ...schema, description }]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/** Returns the successful responses of an operation that have a body. */
export const successesOf = ({ responses }: Operation): { title: string; type: string; schema: Schema }[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, { schema }]) => ({ title: `Response ${status}`, type, schema })),
    );
