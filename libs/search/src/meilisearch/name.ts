import { codeOf, insist } from './guard.ts';
import type { Server } from './server.ts';

/** The server keeps when an index was made, to the nanosecond, through every swap. */
export async function nameOf(server: Server): Promise<string | undefined> {
  try {
    const { createdAt } = await insist(() => server.writer.getRawIndex(server.uids.documents));
    return String(createdAt);
  } catch (error) {
    if (codeOf(error) === 'index_not_found') return undefined;
    throw error;
  }
}
