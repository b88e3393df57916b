import { shownId, type Change, type ChangeKind } from '@dossier/shared';
import type { ChangeRow } from '@dossier/store';

/** Returns a change with the id that the list of its kind shows. */
export function viewChange(row: ChangeRow): Change {
  const kind = row.kind as ChangeKind;
  const natural_key = JSON.parse(row.natural_key_json) as string[];
  return {
    seq: row.seq,
    op: row.op,
    kind,
    id: shownId(kind, row.record_id, natural_key),
    natural_key,
    company_ids: JSON.parse(row.company_ids_json) as number[],
    fields: row.fields_json === null ? null : (JSON.parse(row.fields_json) as string[]),
    at: row.at,
  };
}
