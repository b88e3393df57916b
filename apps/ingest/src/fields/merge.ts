/** Returns the value of a field after merging: an absent field keeps the stored value. */
export const merged = <T>(given: T | undefined, stored: T | undefined): T | undefined =>
  given === undefined ? stored : given;

/** Returns the reason for rejecting a new record that misses one of `fields`, or undefined. */
export function missingFieldsReason(record: string, content: object, fields: string[]): string | undefined {
  const missing = fields.filter((field) => (content as Record<string, unknown>)[field] === undefined);
  return missing.length === 0 ? undefined : `missing field: a new ${record} needs ${missing.join(', ')}`;
}
