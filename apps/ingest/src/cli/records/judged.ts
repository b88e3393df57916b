import type { Judged } from '@dossier/shared';
import type { CompanyMatchRow } from '@dossier/store';

/** A stored match with the message of the run of its review. */
export type Reviewed = CompanyMatchRow & { because: string | null };

/** Returns who judged a match, or null if nobody did. */
export const judgedOf = ({ reviewed_by, reviewed_at, because, review_run }: Reviewed): Judged | null =>
  reviewed_at === null ? null : { by: reviewed_by, at: reviewed_at, because, run: review_run };
