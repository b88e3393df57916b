import { createHash } from 'node:crypto';

/** Returns the hash that identifies a chart: of its creator, name and description. */
export const chartKey = (creator: string, name: string, description: string): string =>
  createHash('sha256')
    .update(JSON.stringify([creator, name, description]))
    .digest('hex');
