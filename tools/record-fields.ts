import { kinds } from '@dossier/ingest';
import { z } from 'zod';

interface JsonSchema {
  title?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

interface Line {
  field: string;
  what: string;
  isNeeded: boolean;
}

/** `docs/records.md`: the fields of every kind of record, read off the schemas that ingest holds records to. */
export function recordFields(): string {
  const parts = kinds.map(({ plural, record }) => {
    const schema = z.toJSONSchema(record, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    const rows = linesOf(schema, schema.$defs ?? {}, '').map(
      ({ field, what, isNeeded }) => `| \`${field}\` | ${what} | ${isNeeded ? 'yes' : ''} |`,
    );
    return [`## ${plural}`, '', '| field | what it holds | needed |', '| --- | --- | --- |', ...rows].join(
      '\n',
    );
  });
  return [
    '# The fields of records',
    '',
    'Made from the schemas of `npm run ingest` by `npm run generate`. `[]` stands for each item of a list. Needed is what every record must have, or every object that it stands in; what a **new** record needs beside that, [ingest](ingest.md) tells with the least record of each kind. A field that is absent leaves what is stored; one that may be null is cleared by null. Documents are mostly written as Markdown or HTML; these are the fields of their JSON form, and those of the front matter are told in [ingest](ingest.md).',
    '',
    parts.join('\n\n'),
    '',
  ].join('\n');
}

function linesOf(schema: JsonSchema, defs: Record<string, JsonSchema>, path: string): Line[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const field = path + name;
    const isNeeded = schema.required?.includes(name) ?? false;
    const { kept, isNullable } = withoutNull(resolve(given, defs), defs);
    const what = `${kept.map((each) => phraseOf(each, defs)).join(', or ')}${isNullable ? '; or null' : ''}`;
    const inside = kept.flatMap((each) => {
      if (each.properties) return linesOf(each, defs, `${field}.`);
      return each.items ? itemsOf(each.items, defs, `${field}[].`) : [];
    });
    return [{ field, what, isNeeded }, ...inside];
  });
}

const itemsOf = (items: JsonSchema, defs: Record<string, JsonSchema>, path: string): Line[] =>
  withoutNull(resolve(items, defs), defs).kept.flatMap((each) => linesOf(each, defs, path));

function resolve(schema: JsonSchema, defs: Record<string, JsonSchema>): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : { ...defs[name] };
}

/** The alternatives of a field, and whether null is one of them. */
function withoutNull(schema: JsonSchema, defs: Record<string, JsonSchema>) {
  const all = (schema.title === undefined ? (schema.anyOf ?? [schema]) : [schema]).flatMap(
    (each): JsonSchema[] => {
      const found = resolve(each, defs);
      return found.anyOf && found.title === undefined
        ? found.anyOf.map((inner) => resolve(inner, defs))
        : [found];
    },
  );
  const isNullable = all.some(
    ({ type }) => type === 'null' || (Array.isArray(type) && type.includes('null')),
  );
  return { kept: all.filter(({ type }) => type !== 'null'), isNullable };
}

function phraseOf(schema: JsonSchema, defs: Record<string, JsonSchema>): string {
  const { type, items, minimum, maximum, maxLength, maxItems } = schema;
  if (schema.title !== undefined) return schema.title;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (items) {
    const { kept } = withoutNull(resolve(items, defs), defs);
    const each = kept.map((one) => phraseOf(one, defs)).join(', or ');
    return `a list${maxItems === undefined ? '' : ` of at most ${maxItems}`}: ${each}`;
  }
  const only = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (only === 'string') {
    if (schema.format === 'idn-hostname') return 'a domain';
    if (schema.pattern === '^[A-Z]{3}$') return 'a currency, such as `USD`';
    return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
  }
  if (only === 'integer' || only === 'number') {
    const what = only === 'integer' ? 'a whole number' : 'a number';
    const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
    return isBounded ? `${what} from ${minimum} to ${maximum}` : what;
  }
  if (only === 'boolean') return '`true` or `false`';
  return schema.properties ? 'an object' : 'anything';
}
