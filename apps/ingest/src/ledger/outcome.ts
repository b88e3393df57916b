import type { UnsureWay } from '@dossier/store';
import type { RecordId } from '../stored/storage.ts';

/**
 * What happened to one record, with the id that the outbox uses. A rejection reason starts with its class and a
 * colon, by which the report counts: `unknown company: no company has the domain nowhere.com`.
 */
export type Outcome =
  /** `merged`: the row adds nothing to the record of another row, and has fewer fields. */
  | { outcome: 'new' | 'changed' | 'unchanged' | 'merged'; id: RecordId; warnings?: string[] }
  /** It is not sure that the row is about the company that it names. Its content is stored, but does not count yet. */
  | { outcome: 'held'; id: RecordId; way: UnsureWay; warnings?: string[] }
  | { outcome: 'rejected'; reason: string };
