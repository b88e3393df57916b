import { character } from '@dossier/shared/testing/text';
import fc from 'fast-check';
import { resolve, type OpenApiDocument, type Schema } from '../../openapi/index.ts';

/** The maximum length of texts and lists, which keeps requests small. Other tests cover long values. */
const LONGEST = { text: 60, list: 4 };

/** Generates values from a schema alone, and often uses its examples. */
export function valuesOf(document: OpenApiDocument, given: Schema): fc.Arbitrary<unknown> {
  const schema = resolve(document, given);
  const madeUp = withoutExamples(document, schema);
  if (!schema.examples || schema.examples.length === 0) return madeUp;
  return fc.oneof(fc.constantFrom(...schema.examples), madeUp);
}

function withoutExamples(document: OpenApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const inner = (part: Schema) => valuesOf(document, part);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map(inner));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'string'];
  return fc.oneof(...types.map((type) => ofType(document, schema, type)));
}

function ofType(document: OpenApiDocument, schema: Schema, type: string): fc.Arbitrary<unknown> {
  const { minimum, maximum, minItems = 0, maxItems = LONGEST.list, items = {}, properties = {} } = schema;
  switch (type) {
    case 'integer':
      return fc.integer({ min: minimum ?? -(2 ** 31), max: maximum ?? 2 ** 31 - 1 });
    case 'number':
      return fc.double({ min: minimum ?? -1e9, max: maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(document, items), {
        minLength: minItems,
        maxLength: Math.min(maxItems, Math.max(minItems, LONGEST.list)),
      });
    case 'object': {
      const required = schema.required ?? [];
      const optional = Object.keys(properties).filter((name) => !required.includes(name));
      return fieldsOf(document, properties, required, optional);
    }
    default:
      return texts(schema);
  }
}

/** Generates some fields of an object: the required ones and a few others. */
export function fieldsOf(
  document: OpenApiDocument,
  properties: Record<string, Schema>,
  required: string[],
  optional: string[],
): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(
    [...required, ...optional].map((name) => [name, valuesOf(document, properties[name]!)]),
  );
  const pick = (names: string[]) => Object.fromEntries(names.map((name) => [name, values[name]!]));
  return fc
    .subarray(optional, { maxLength: Math.min(optional.length, 4) })
    .chain((chosen) => fc.record(pick([...required, ...chosen])));
}

/** The generators of texts by their limits: fast-check needs several milliseconds to make one. */
const madeTexts = new Map<string, fc.Arbitrary<string>>();

function texts({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const limits = { format, pattern, minLength, maxLength };
  const key = JSON.stringify(limits);
  const made = madeTexts.get(key) ?? textsWithin(limits);
  madeTexts.set(key, made);
  return made;
}

function textsWithin(limits: Pick<Schema, 'format' | 'pattern' | 'minLength' | 'maxLength'>) {
  const { format, pattern, minLength = 0, maxLength = LONGEST.text } = limits;
  if (format === 'idn-hostname') return fc.domain();
  if (pattern !== undefined) {
    return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => text.length <= maxLength);
  }
  return fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.min(maxLength, Math.max(minLength, LONGEST.text)),
  });
}

/** Values of every JSON type that almost no schema allows. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 1e21, 2 ** 31, '', ' ', '\0', [], [[]], {}, { a: 1 }),
  fc.constantFrom(
    'null',
    '1e3',
    '-1',
    '2026-13-01',
    'x'.repeat(2001),
    '%',
    '🦜',
    "' or 1=1 --",
    '../..',
    ',',
  ),
  fc.string({ unit: character, maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
);

export const oddTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', '\0', '-1', '0', '1.5', '1e3', '2147483648', '99999999999999999999', 'null', '[]'),
  fc.constantFrom(
    '2026-13-01',
    'x'.repeat(2001),
    '%',
    '%zz',
    '+',
    '🦜',
    "' or 1=1 --",
    '../..',
    ',',
    'Start',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
