/**
 * Why a load was refused as a whole: too many errors or deletions, a source that differs from its last load, or a plan
 * that no longer matches its sources or records.
 */
export type RefusalReason = 'errors' | 'deletions' | 'schema' | 'moved';

/** Rolls back a load that is one transaction. The message is one sentence for the user. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly why: RefusalReason;
  constructor(why: RefusalReason, message: string) {
    super(message);
    this.why = why;
  }
}
