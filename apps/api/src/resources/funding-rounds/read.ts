import { whereTypeIn, type Db, type EventRow } from '@dossier/store';

/** Returns a company's funding rounds, newest first. The legacy shape has no status, so cancelled ones are left out. */
export async function readFundingRounds(db: Db, companyId: number): Promise<EventRow[]> {
  return whereTypeIn(db<EventRow>('events').where({ company_id: companyId }), ['funding_round'])
    .whereNot('status', 'cancelled')
    .orderBy('event_date', 'desc')
    .orderBy('id', 'desc');
}
