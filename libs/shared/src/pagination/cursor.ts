import { z } from 'zod';
import { keySchema, type KeyValue, type Listing } from './listing.ts';

/** A place in a list. Callers see opaque text: the base64url of a JSON array that ends with its checksum. */
export interface Cursor {
  /** The direction to read in. */
  side: 'after' | 'before';
  /** Key values of the row at the place. */
  keys: KeyValue[];
  /** Whether that row itself belongs to the page. */
  inclusive: boolean;
  /** The count of matching rows on page one, and its filters. */
  total: number;
  filter: string;
  /** When page one was read, for a list whose rules depend on the current time; otherwise empty, so equal pages are equal. */
  asOf: string;
}

const payload = z.tuple([
  z.string(),
  z.enum(['after', 'before']),
  z.array(z.union([z.string(), z.number()])),
  z.union([z.literal(0), z.literal(1)]),
  z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  z.string().max(64),
  z.string().regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/),
  z.string(),
]);

/** Returns FNV-1a over UTF-16 code units. It detects damaged and guessed cursors and keys; it is not a secret. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Encodes a cursor of a list. */
export function encodeCursor(list: Listing, cursor: Cursor): string {
  const { side, keys, inclusive, total, filter, asOf } = cursor;
  const fields = [list.name, side, keys, inclusive ? 1 : 0, total, filter, asOf];
  const text = JSON.stringify([...fields, fingerprint(JSON.stringify(fields))]);
  return Buffer.from(text).toString('base64url');
}

/** Decodes a cursor. Returns undefined if it is damaged, or from another list or direction. */
export function decodeCursor(list: Listing, side: Cursor['side'], text: string): Cursor | undefined {
  if (!/^[A-Za-z0-9_-]{16,2000}$/.test(text)) return undefined;
  let parsed;
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64url'));
    parsed = payload.safeParse(JSON.parse(json));
  } catch {
    return undefined;
  }
  if (!parsed.success) return undefined;
  const fields = parsed.data.slice(0, -1);
  if (fingerprint(JSON.stringify(fields)) !== parsed.data.at(-1)) return undefined;
  const [name, cursorSide, keys, inclusive, total, filter, asOf] = parsed.data;
  if (name !== list.name || cursorSide !== side || !keySchema(list).safeParse(keys).success) return undefined;
  return { side, keys, inclusive: inclusive === 1, total, filter, asOf };
}
