import { resolve, type OpenApiDocument, type Schema } from './json.ts';

/** What stands for a text that has no example of its own; a test finds it. */
export const NO_EXAMPLE = 'no example';

/** The description of a member that only some requests ask for. The examples of requests do not. */
const ON_REQUEST = /^Only /;

/**
 * Makes the numbers and links of a response those of its example: the first and only page, in answer to these parameters.
 * @param asked the parameters of the request, with defaults
 */
export function asOnlyPage(body: unknown, asked: Record<string, unknown>): unknown {
  const parts = Object.entries((body ?? {}) as Record<string, unknown>);
  const items = parts.map(([, part]) => part).find((part) => Array.isArray(part)) as
    { seq?: number }[] | undefined;
  if (!items || !parts.some(([name]) => name === 'pagination' || name === 'meta' || name === 'per_page'))
    return body;
  const n = items.length;
  const size = asked['page_size'] ?? asked['limit'];
  const known: Record<string, unknown> = {
    ...{ page_size: size, per_page: size, limit: size, offset: 0, current_page_items: n },
    ...{ total_items: n, total_ranked: n, total_results: n, total: n, total_pages: 1 },
    ...{ next_link: null, prev_link: null, next: null, previous: null, next_offset: null },
    ...{ after_cursor: 'Start', before_cursor: null, next_cursor: null, prev_cursor: null },
    ...{ has_more: false, last_seq: items.at(-1)!.seq },
    page: 'per_page' in (body as object) ? 0 : 1,
  };
  const filled = (part: object): object =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, name in known ? known[name] : value]),
    );
  const paged = parts.map(([name, part]) => {
    if (name === 'pagination') return [name, filled(part as object)];
    return [name, name === 'meta' ? filled({ ...(part as object), ...pickOf(asked, part as object) }) : part];
  });
  return filled(Object.fromEntries(paged) as object);
}

/** Returns the values of a request that its response repeats. */
const pickOf = (asked: Record<string, unknown>, part: object) =>
  Object.fromEntries(Object.entries(asked).filter(([name, value]) => name in part && value !== undefined));

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
        Object.entries(schema.properties ?? {})
          .filter(([, { description = '' }]) => !ON_REQUEST.test(description))
          .map(([name, property]) => [name, inner(property)]),
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
