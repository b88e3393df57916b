import { asChoices } from '@dossier/pages';
import { changeKind, invalid, recordKinds, type ChangeKind } from '@dossier/shared';

/** The kinds of records, as the commands of ingest name them. */
const KINDS = changeKind.options.map((kind) => recordKinds[kind].plural);
export const kindChoices = asChoices(KINDS);

/** Returns how the store names a kind. @throws 400 for an unknown one */
export function storedKind(plural: string): ChangeKind {
  const kind = changeKind.options.find((each) => recordKinds[each].plural === plural);
  if (!kind) throw invalid('kind', `must be one of ${KINDS.join(', ')}`);
  return kind;
}
