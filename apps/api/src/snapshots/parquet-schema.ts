import {
  calendarDate,
  decimalString,
  deletionRecord,
  mergeRecord,
  recordSchemas,
  timestamp,
  type SnapshotKind,
} from '@dossier/shared';
import type { SchemaElement } from 'hyparquet';
import { z } from 'zod';

/** A column, or a part of one: how a value of the API becomes a value of Parquet. */
export interface Field {
  elements: SchemaElement[];
  /** Converts a value that is not null. */
  convert: (value: never) => unknown;
}

/** Decimals have 28 digits before the point and 10 after it. */
export const DECIMAL = { precision: 38, scale: 10 };
/** Bytes of a decimal of 38 digits. */
const DECIMAL_BYTES = 16;

const SCHEMAS: Record<SnapshotKind, z.ZodType> = {
  ...recordSchemas,
  deletion: deletionRecord,
  merge: mergeRecord,
};

/** Returns the columns of a kind, typed as the contract says. */
export function columnsOf(kind: SnapshotKind): { name: string; field: Field }[] {
  const shape = shapeOf(SCHEMAS[kind]);
  return Object.entries(shape).map(([name, schema]) => ({ name, field: fieldOf(name, schema) }));
}

type Shape = Record<string, z.core.$ZodType>;

/** Returns the fields of an object, or those of all objects of a union. */
function shapeOf(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return def.shape;
  if (def.type !== 'union') throw new TypeError(`A ${def.type} has no columns.`);
  const shapes = def.options.map(shapeOf);
  const merged: Shape = {};
  for (const name of new Set(shapes.flatMap((each) => Object.keys(each)))) {
    const own = shapes.flatMap((each) => each[name] ?? []);
    const isObject = own.every((each) => typeOf(each) === 'object');
    merged[name] = isObject && new Set(own).size > 1 ? z.union(own as z.ZodType[] as never) : own[0]!;
  }
  return merged;
}

const typeOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def.type;

/** Returns whether a schema is another one, with or without a description of its own. */
const isKind = (schema: z.core.$ZodType, kind: z.core.$ZodType) => schema._zod.def === kind._zod.def;

function fieldOf(name: string, schema: z.core.$ZodType): Field {
  if (isKind(schema, timestamp))
    return leaf(
      name,
      { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
      (text: string) => new Date(text),
    );
  if (isKind(schema, calendarDate))
    return leaf(name, { type: 'INT32', converted_type: 'DATE' }, (text: string) => new Date(text));
  if (isKind(schema, decimalString)) return decimal(name);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return fieldOf(name, def.innerType);
    case 'boolean':
      return leaf(name, { type: 'BOOLEAN' });
    case 'number':
      return 'format' in def
        ? leaf(name, { type: 'INT64' }, (value: number) => BigInt(value))
        : decimal(name);
    case 'string':
    case 'enum':
    case 'literal':
      return text(name);
    case 'array':
      return list(name, fieldOf('element', def.element));
    case 'object':
      return struct(name, def.shape);
    case 'record':
      return leaf(name, { type: 'BYTE_ARRAY', converted_type: 'JSON' });
    case 'union':
      return def.options.every((each) => typeOf(each) === 'object')
        ? struct(name, shapeOf(schema))
        : text(name);
    default:
      throw new TypeError(`No type of Parquet is known for ${name}, a ${def.type}.`);
  }
}

const leaf = <T>(
  name: string,
  element: Partial<SchemaElement>,
  convert: (value: T) => unknown = (value) => value,
): Field => ({ elements: [{ name, repetition_type: 'OPTIONAL', ...element }], convert });

const text = (name: string): Field => leaf(name, { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, String);

const decimal = (name: string): Field =>
  leaf(
    name,
    { type: 'FIXED_LEN_BYTE_ARRAY', type_length: DECIMAL_BYTES, converted_type: 'DECIMAL', ...DECIMAL },
    toDecimal,
  );

function list(name: string, item: Field): Field {
  return {
    elements: [
      { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...item.elements,
    ],
    convert: (values: unknown[]) =>
      values.map((value) => (value == null ? null : item.convert(value as never))),
  };
}

function struct(name: string, shape: Shape): Field {
  const fields = Object.entries(shape).map(([field, schema]) => [field, fieldOf(field, schema)] as const);
  return {
    elements: [
      { name, repetition_type: 'OPTIONAL', num_children: fields.length },
      ...fields.flatMap(([, { elements }]) => elements),
    ],
    convert: (value: Record<string, unknown>) =>
      Object.fromEntries(
        fields.map(([field, { convert }]) => [
          field,
          value[field] == null ? null : convert(value[field] as never),
        ]),
      ),
  };
}

/** The largest number of 38 digits. */
const MAX_DECIMAL = 10n ** BigInt(DECIMAL.precision) - 1n;

/**
 * Returns the digits of a number or of an exact decimal, scaled. Digits after the tenth decimal place are rounded half up;
 * null for a number that has too many digits before the point.
 */
export function toDecimal(value: number | string): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(String(value));
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const shift = DECIMAL.scale - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  if (shift > 2 * DECIMAL.precision) return digits === 0n ? 0n : null;
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const scaled = shift >= 0 ? digits * 10n ** BigInt(shift) : (digits + divisor / 2n) / divisor;
  if (scaled > MAX_DECIMAL) return null;
  return sign === '-' ? -scaled : scaled;
}
