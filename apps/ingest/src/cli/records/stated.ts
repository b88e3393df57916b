/** Returns the fields that are not empty. */
export const stated = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value != null && !(Array.isArray(value) && value.length === 0),
    ),
  );
