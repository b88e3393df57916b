import type { CompanyMatchRow } from '@dossier/store';

/** Who judged a match, as lists show it. */
export interface Judged {
  by: string | null;
  at: string;
  /** The reason that the person gave. */
  because: string | null;
  /** The run, whose reviews can be reopened together. */
  run: number | null;
}

/** A stored match with the message of the run of its review. */
export type Reviewed = CompanyMatchRow & { because: string | null };

/** Returns who judged a match, or null if nobody did. */
export const judgedOf = ({ reviewed_by, reviewed_at, because, review_run }: Reviewed): Judged | null =>
  reviewed_at === null ? null : { by: reviewed_by, at: reviewed_at, because, run: review_run };
