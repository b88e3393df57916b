import type { DayUsage } from '@dossier/store';

/** Returns a row of a usage as the API shows it. */
export const viewDay = ({ day, family, operation, ...counts }: DayUsage) => ({
  ...{ date: day, family },
  ...(operation !== undefined && { operation: operation === '' ? null : operation }),
  ...counts,
});
