import { resolve, type OpenApiDocument, type Schema } from './json.ts';

/** What stands for a text that has no example of its own; a test finds it. */
export const NO_EXAMPLE = 'no example';

/** A value of that schema, put together from the examples of its parts. */
export function exampleOf(document: OpenApiDocument, given: Schema): unknown {
  const schema = resolve(document, given);
  const inner = (part: Schema) => exampleOf(document, part);
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return inner(first);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner)) as unknown;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, inner(property)]),
      );
    case 'array':
      return [inner(schema.items ?? {})];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return NO_EXAMPLE;
  }
}
