import type { MetricsJson } from '../admin-port/index.ts';

/** What the primary sends to a worker. */
export type Order =
  | { order: 'drain' }
  | { order: 'stop'; graceMs?: number | undefined }
  /** Asks for a report with the same number. */
  | { order: 'report'; number: number };

/** What a worker sends to the primary. */
export type News =
  | { news: 'listening'; url: string }
  /** The worker cannot start. The message is a sentence for the operator. */
  | { news: 'failed'; message: string }
  | { news: 'report'; number: number; metrics: MetricsJson };
