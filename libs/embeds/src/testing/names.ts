/** A long name of a company, in words as a register has them. */
export const longName =
  'Harbor Biologics International (formerly Northern Harbour Trading and Shipping Company) Aktiengesellschaft';

/** Returns data with the texts of these fields, and of the lists of these fields, replaced by names, each time the next. */
export function withNames<Data>(
  data: Data,
  names: readonly string[],
  { fields, lists = [] }: { fields: readonly string[]; lists?: readonly string[] },
): Data {
  let turn = 0;
  const next = () => names[turn++ % names.length]!;
  const replaced = (key: string, value: unknown) => {
    if (fields.includes(key) && typeof value === 'string') return next();
    return lists.includes(key) && Array.isArray(value) ? value.map(next) : value;
  };
  return JSON.parse(JSON.stringify(data, replaced)) as Data;
}
