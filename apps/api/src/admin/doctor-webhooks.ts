import { toTimestamp } from '@dossier/shared';
import { countOverdue, listWebhooks } from '@dossier/store';
import type { ApiConfig } from '../config.ts';
import { inCurrentDatabase, ok, warning, type Finding } from './finding.ts';

/** A running service begins each delivery within seconds. */
const OVERDUE_MS = 600_000;

/** Checks whether somebody sends the messages of webhooks, and whether some are parked. */
export const checkWebhooks = ({ databaseUrl }: ApiConfig, now: Date): Promise<Finding[]> =>
  inCurrentDatabase(databaseUrl, async (db) => {
    const hooks = await listWebhooks(db);
    if (hooks.length === 0) return [];
    const overdue = await countOverdue(db, toTimestamp(now.getTime() - OVERDUE_MS));
    if (overdue > 0) {
      const message = `${counted(overdue)} more than ten minutes overdue.`;
      return [warning('webhooks', message, 'Start the API, which sends them, or read its log.')];
    }
    const parked = hooks.reduce((sum, hook) => sum + hook.parked, 0);
    if (parked > 0) {
      const owners = [...new Set(hooks.filter((hook) => hook.parked > 0).map((hook) => hook.organization))];
      const message = `${counted(parked)} parked after eight tries: ${owners.join(', ')}.`;
      const remedy = 'Ask these organizations to repair their receivers, and to resume.';
      return [warning('webhooks', message, remedy)];
    }
    return [ok('webhooks', `${hooks.length === 1 ? '1 webhook' : `${hooks.length} webhooks`}.`)];
  });

const counted = (count: number) =>
  count === 1 ? '1 message of webhooks is' : `${count} messages of webhooks are`;
