import type { Kind } from '../kinds/kind.ts';
import { DEFAULT_WAYS, type Origin } from '../fields/origin.ts';
import { hasField } from '../rows/schema.ts';
import { isObject, isReject, type Parsed } from '../rows/types.ts';

/** Where the records of a load come from, and how they may find their companies; from `--source` and the mapping. */
interface LoadOrigin extends Origin {
  /** Whether the rows come through a mapping. A name alone then finds a company only if the mapping lists it. */
  isMapped: boolean;
  /** Put before the slugs of documents. */
  slugPrefix?: string | undefined;
}

/** Adds the origin of a load to its records. What a record states itself stays. */
export async function* addOrigin(
  rows: AsyncIterable<Parsed>,
  { isMapped, slugPrefix = '', ...origin }: LoadOrigin,
  loaded: Kind,
): AsyncGenerator<Parsed> {
  const defaults = Object.entries(origin).filter(([, value]) => value !== undefined);
  /** The ways matter only to a record that could be found by a name. */
  const ways = (value: Record<string, unknown>) =>
    isMapped && origin.match === undefined && value['company_name'] !== undefined
      ? { match: DEFAULT_WAYS }
      : {};
  for await (const row of rows) {
    const kind = ('kind' in row && row.kind !== undefined && loaded.brings?.[row.kind]) || loaded;
    const own = defaults.filter(([field]) => hasField(kind.record, field));
    const withOrigin = (value: unknown) => {
      if (!isObject(value)) return value;
      const slug = value['slug'];
      const prefixed = slugPrefix !== '' && typeof slug === 'string' ? { slug: slugPrefix + slug } : {};
      return { ...Object.fromEntries(own), ...ways(value), ...value, ...prefixed };
    };
    if (isReject(row)) yield row.given ? { ...row, given: row.given.map(withOrigin) } : row;
    else yield { ...row, value: withOrigin(row.value), raw: row.raw === undefined ? row.value : row.raw };
  }
}
