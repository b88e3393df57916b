import type { Content, Rule, Rules } from '@dossier/shared';
import type { EventRow } from '@dossier/store';
import { withoutNulls } from '../statement-content.ts';
import { KEPT, REQUIRED, SUBTYPE } from './content.ts';

/** How the statements of several sources about an event of a type are merged. */
export function eventRules({ event_type }: Content): Rules {
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

/** Returns a stored event in the form that a source uses. */
export function statedByEvent({ type, subtype, name, event_date, status, ...row }: EventRow): Content {
  const { equities, ...data } = JSON.parse(row.data_json) as Content;
  return withoutNulls({
    event_type: type,
    data: withoutNulls({
      ...{ name, announced_date: event_date, status, [SUBTYPE[type]]: subtype },
      ...data,
      equities: withoutTimes(equities),
    }),
    citations: withoutTimes(JSON.parse(row.citations_json)),
  });
}

const withoutTimes = (items: unknown) =>
  ((items ?? []) as { updated_at: string }[]).map(({ updated_at: _, ...item }) => item);
