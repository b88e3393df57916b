import { whereAlso, type Db, type EventRow } from '@dossier/store';

/** A company's funding rounds, newest first; not the cancelled ones, since the old form cannot say so. */
export async function readFundingRounds(db: Db, companyId: number): Promise<EventRow[]> {
  return whereAlso(db<EventRow>('events').where({ company_id: companyId }), 'type', ['funding_round'])
    .whereNot('status', 'cancelled')
    .orderBy('event_date', 'desc')
    .orderBy('id', 'desc');
}
