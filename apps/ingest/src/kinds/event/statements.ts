import type { Content, Rule, Rules } from '@dossier/shared';
import type { EventRow } from '@dossier/store';
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
