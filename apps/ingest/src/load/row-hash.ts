import { createHash, hash } from 'node:crypto';
import { z } from 'zod';
import type { Kind } from '../kinds/kind.ts';
import { isObject, type Row } from '../rows/types.ts';

/** Raise it when the same row is validated, converted or stored differently. The next loads then read all rows again. */
const READING = 4;

/** The length of 132 bits in base64. */
const LENGTH = 22;

/** Fields that make a row depend on more than its record: on other rows, on its date, or on whether it is new. */
const UNREPEATABLE = ['as_of', 'only_new', 'add_listings', 'add_alternative_domains'];

/** Returns the hash of a row before it is validated; undefined if the same row must always be read again. */
export type RowHasher = (kind: Kind, row: Row) => string | undefined;

/**
 * Makes the hashes of rows. They cover the values after the mapping, the kind, its schema and `READING`: a release that
 * reads a row differently finds none of the hashes that are stored.
 */
export function rowHasher(): RowHasher {
  const prefixes = new Map<Kind, string>();
  const prefixOf = (kind: Kind) => {
    const known = prefixes.get(kind) ?? `${READING} ${kind.name} ${schemaHash(kind)} `;
    prefixes.set(kind, known);
    return known;
  };
  return (kind, { value, warnings = [] }) => {
    // The next load must report the warnings again.
    if (!kind.canRepeat || warnings.length > 0 || !isObject(value) || !kind.canRepeat(value))
      return undefined;
    if (UNREPEATABLE.some((field) => value[field] !== undefined)) return undefined;
    const json = jsonOf(value);
    return json === undefined
      ? undefined
      : hash('sha256', prefixOf(kind) + json, 'base64url').slice(0, LENGTH);
  };
}

const schemaHash = ({ record }: Kind): string =>
  createHash('sha256')
    .update(JSON.stringify(z.toJSONSchema(record, { io: 'input', unrepresentable: 'any' })))
    .digest('base64url');

/** Returns a value as JSON; undefined for one that JSON cannot express, such as a number that is too large. */
function jsonOf(value: object): string | undefined {
  let json: string;
  try {
    json = JSON.stringify(value);
  } catch {
    return undefined;
  }
  // `JSON.stringify` writes an infinite number as null.
  return json.includes('null') && hasInfinity(value) ? undefined : json;
}

const hasInfinity = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Number.isFinite(value)
    : value !== null && typeof value === 'object' && Object.values(value).some(hasInfinity);
