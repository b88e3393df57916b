import { toTimestamp } from '@dossier/shared';
import type { Db, Trx } from '../sql/open.ts';

/** A change that a person made, such as of a key: who made it, and to what. */
interface AuditEntry {
  /** Fixed-width UTC text. */
  at: string;
  actor: string;
  /** `keys create` */
  action: string;
  /** The name of an organization, or the id of a key, a webhook, a list or an embed. */
  subject: string;
  /** What was set. Never a secret. */
  details: Record<string, unknown> | null;
}

interface AuditRow extends Omit<AuditEntry, 'details'> {
  id: number;
  details_json: string | null;
}

/** The audit entry of work. Its subject and details may depend on the result. */
export interface Audited<T> extends Pick<AuditEntry, 'actor' | 'action'> {
  subject: string | ((result: T) => string);
  details?: Record<string, unknown> | ((result: T) => Record<string, unknown>);
}

class NothingDone extends Error {}

/**
 * Runs work and records it, both in one transaction. Work that returns undefined or false has changed nothing: it is
 * rolled back, and undefined is returned.
 */
export async function audited<T>(
  db: Db,
  { actor, action, subject, details }: Audited<T>,
  work: (trx: Trx) => Promise<T | undefined | false>,
): Promise<T | undefined> {
  try {
    return await db.transaction(async (trx) => {
      // The first statement writes: SQLite does not let a transaction write after a read if another one wrote meanwhile.
      const [row] = await trx('audit_log')
        .insert({ at: toTimestamp(Date.now()), actor, action, subject: '', details_json: null })
        .returning<{ id: number }[]>('id');
      const result = await work(trx);
      if (result === undefined || result === false) throw new NothingDone();
      const given = typeof details === 'function' ? details(result) : details;
      await trx('audit_log')
        .where({ id: row!.id })
        .update({
          subject: typeof subject === 'function' ? subject(result) : subject,
          details_json: given ? JSON.stringify(given) : null,
        });
      return result;
    });
  } catch (error) {
    if (error instanceof NothingDone) return undefined;
    throw error;
  }
}

/** Lists the newest changes, newest first. @param subject only those of an organization or a key */
export async function listAudit(db: Db, most: number, subject?: string): Promise<AuditEntry[]> {
  const query = db<AuditRow>('audit_log').orderBy('id', 'desc').limit(most);
  if (subject !== undefined) void query.where({ subject });
  const rows: AuditRow[] = await query;
  return rows.map(({ at, actor, action, subject: of, details_json }) => ({
    at,
    actor,
    action,
    subject: of,
    details: details_json === null ? null : (JSON.parse(details_json) as Record<string, unknown>),
  }));
}
