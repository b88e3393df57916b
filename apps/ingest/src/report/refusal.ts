/** Why a load was refused as a whole: too many errors or deletions, or what it was planned against is another now. */
export type RefusalReason = 'errors' | 'deletions' | 'moved';

/** Ends a load that is one transaction and leaves nothing of it. The message is one sentence for the user. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly why: RefusalReason;
  constructor(why: RefusalReason, message: string) {
    super(message);
    this.why = why;
  }
}
