import type { MetricsJson } from '../admin-port/index.ts';

/** A message of the primary to a worker. */
export type PrimaryMessage =
  | { type: 'drain' }
  | { type: 'stop'; graceMs?: number | undefined }
  /** Asks for a report with the same number. */
  | { type: 'report'; number: number };

/** A message of a worker to the primary. */
export type WorkerMessage =
  | { type: 'listening'; url: string }
  /** The worker cannot start. The message is a sentence for the operator. */
  | { type: 'failed'; message: string }
  | { type: 'report'; number: number; metrics: MetricsJson };
