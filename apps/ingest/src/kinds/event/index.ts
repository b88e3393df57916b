import { recordKinds, type Content, type Rule, type Rules } from '@dossier/shared';
import type { EventRow } from '@dossier/store';
import { companyOf, namesOneCompany } from '../../fields/references.ts';
import { stableId } from '../../stored/hash.ts';
import { rowKind } from '../kind.ts';
import {
  amountOf,
  amountsAgree,
  contentOf,
  sameAmounts,
  warningsOfMove,
  warningsOfSubtype,
  KEPT,
  REQUIRED,
  SUBTYPE,
} from './content.ts';
import { eventRecord } from './record.ts';
import { warningsOfRoundType } from './round-type.ts';

/**
 * Events of all four types. Natural key: company, type, announced date and name. Rounds with the same key and different
 * amounts are several events.
 */
export const eventKind = rowKind<typeof eventRecord, EventRow, 'part'>(
  {
    name: 'event',
    plural: recordKinds.event.plural,
    record: eventRecord,
    canRepeat: namesOneCompany,
    warningsOf: warningsOfRoundType,
    storage: {
      table: 'events',
      key: ['type', 'event_date', 'name'],
      ofCompany: true,
      parts: [],
      assigned: ['part'],
      shown: { type: 'event_type', subtype: 'event_subtype', name: 'event_name', status: 'event_status' },
    },
    statements: { rulesOf: eventRules },
    isSameRecord: (one, other) => sameAmounts(one as unknown as EventRow, other as unknown as EventRow),
    nameOf: ({ data, ...given }) => {
      const { announced_date, name } = (data ?? {}) as Record<string, unknown>;
      return { ...companyOf(given), event_type: given['event_type'], data: { announced_date, name } };
    },
  },
  {
    keyOf: ({ event_type, data }) => [event_type, data.announced_date, data.name],
    idOf: ({ domain }, key) => stableId('event', domain, ...key),
    contentOf: (each, { stored, now }) => contentOf(each, stored, now),
    onAccepted: (_each, row, stored) => [
      ...warningsOfMove(stored?.status, row.status),
      ...warningsOfSubtype(row),
    ],
    facts: ({ data }) => ({ dates: [data.announced_date] }),
    parts: { partOf: ({ part }) => part, isSame: amountsAgree, mark: amountOf },
  },
);

/** How the statements of several sources about an event of a type are merged. */
function eventRules({ event_type }: Content): Rules {
  const type = event_type as EventRow['type'];
  const needed: string[] = ['status', SUBTYPE[type], ...REQUIRED[type]];
  const members = [...new Set([...Object.keys(KEPT[type]), ...needed])].map((name): [string, Rule] => [
    name,
    needed.includes(name) ? 'needed' : 'value',
  ]);
  return {
    data: { members: Object.fromEntries(members) },
    citations: { itemKey: ({ link }: { link: string }) => link },
  };
}
