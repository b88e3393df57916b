/** Returns `1 entry is`, `3 entries are`. */
export const entries = (n: number): string => (n === 1 ? '1 entry is' : `${n} entries are`);

/** Returns the sentence about damaged entries. */
export const changedEntries = (n: number, first: string): string =>
  `${entries(n)} damaged, the first of them ${first}`;
