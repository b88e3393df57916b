import type { Change, ChangeKind, EventType } from '@dossier/shared';
import type { ChangeRow } from '@dossier/store';

/** The beginning of the ids of events. */
const PREFIX: Record<EventType, string> = {
  funding_round: 'fr',
  secondary_transaction: 'st',
  corporate_action: 'ca',
  company_milestone: 'cm',
};

/** The kinds whose ids are integers. */
const NUMBERED: ChangeKind[] = ['company', 'document', 'category'];

/** Returns a change with the id that the list of its kind shows. */
export function viewChange(row: ChangeRow): Change {
  const kind = row.kind as ChangeKind;
  const natural_key = JSON.parse(row.natural_key_json) as string[];
  return {
    seq: row.seq,
    op: row.op,
    kind,
    id: idOf(kind, row.record_id, natural_key),
    natural_key,
    company_ids: JSON.parse(row.company_ids_json) as number[],
    fields: row.fields_json === null ? null : (JSON.parse(row.fields_json) as string[]),
    at: row.at,
  };
}

function idOf(kind: ChangeKind, id: string, [, type]: string[]): string | number {
  if (kind === 'event') return `${PREFIX[type as EventType]}_${id}`;
  return NUMBERED.includes(kind) ? Number(id) : id;
}
