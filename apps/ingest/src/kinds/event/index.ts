import type { EventRow, Trx } from '@dossier/store';
import type { Claims, Kind, Outcome } from '../kind.ts';
import { companyOf, readReferences } from '../references.ts';
import { rowsOfKeys, stableId, trackedRows } from '../rows.ts';
import { contentOf, warningsOfMove, warningsOfSubtype } from './content.ts';
import { eventRecord, type EventRecord } from './record.ts';

/** Events of all four types. Natural key: company, type, announced date and name. */
export const eventKind: Kind<typeof eventRecord> = {
  name: 'event',
  plural: 'events',
  record: eventRecord,
  upsert: upsertEvents,
  storage: { table: 'events', key: ['type', 'event_date', 'name'], ofCompany: true, parts: [] },
  nameOf: ({ data, ...given }) => {
    const { announced_date, name } = (data ?? {}) as Record<string, unknown>;
    return { ...companyOf(given), event_type: given['event_type'], data: { announced_date, name } };
  },
};

const keyOf = (companyId: number, type: string, date: string, name: string) =>
  `event ${companyId} ${type} ${date} ${name}`;

async function upsertEvents(
  trx: Trx,
  records: EventRecord[],
  now: string,
  claims: Claims,
): Promise<Outcome[]> {
  const references = await readReferences(trx, records);
  const companies = records.map((each) => references.company(each));
  const storedRows = await rowsOfKeys<EventRow>(
    trx,
    'events',
    ['type', 'event_date', 'name'],
    records.flatMap(({ event_type, data }, i) =>
      companies[i] ? [[companies[i].id, event_type, data.announced_date, data.name]] : [],
    ),
  );
  const stored = new Map(
    storedRows.map((row) => [keyOf(row.company_id, row.type, row.event_date, row.name), row]),
  );
  const keys = records.map(({ event_type, data }, i) => {
    const company = companies[i];
    return company && keyOf(company.id, event_type, data.announced_date, data.name);
  });
  await claims.read(keys.filter((key) => key !== undefined));

  const rows = trackedRows<EventRow>('events', now);
  const ids = await rows.freeIds(
    trx,
    records.flatMap(({ event_type: type, data }, i): [string, string][] => {
      const key = keys[i];
      if (key === undefined || stored.has(key)) return [];
      return [[key, stableId('event', companies[i]!.domain, type, data.announced_date, data.name)]];
    }),
  );
  const outcomes = records.map((each, index): Outcome => {
    const company = companies[index];
    const key = keys[index];
    if (!company || key === undefined) return { outcome: 'rejected', reason: references.problem(each) };
    const before = stored.get(key);
    const content = contentOf(each, company.id, before, now);
    if ('reason' in content) return { outcome: 'rejected', reason: content.reason };
    const { outcome, row } = rows.decide(before, ids.get(key)!, content);
    const earlier = claims.earlier(key);
    if (earlier !== undefined && outcome !== 'unchanged') {
      return { outcome: 'rejected', reason: `duplicate event: ${earlier} gives it with other content` };
    }
    claims.take(key, index);
    stored.set(key, row);
    if (outcome !== 'unchanged') rows.take(row);
    const warnings = [...warningsOfMove(before?.status, row.status), ...warningsOfSubtype(row)];
    return { outcome, id: row.id, warnings };
  });
  await rows.write(trx);
  return outcomes;
}
