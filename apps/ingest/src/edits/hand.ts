import type { SearchEngine } from '@dossier/search';
import {
  CLEARED,
  liveStatements,
  mergeStatements,
  recordOf,
  type Content,
  type Rule,
  type Rules,
} from '@dossier/shared';
import {
  commit,
  HAND,
  readRanks,
  readStatements,
  runOf,
  statementOf,
  write,
  type Db,
  type NewStatement,
  type Target,
  type Trx,
} from '@dossier/store';
import { syncIndex, type Synced } from '../index/sync.ts';
import { settleMatches } from '../ledger/settle-matches.ts';
import { requireRecord } from './find-record.ts';
import type { Kind } from '../kinds/kind.ts';
import { rebuildRecords } from '../ledger/rebuild.ts';
import { identityOf, namingContent, overlaid } from '../ledger/statements/content.ts';
import { seedStatements } from '../ledger/statements/seeds.ts';
import type { RecordId } from '../stored/storage.ts';
import { fieldOfText, setAt } from '../rows/schema.ts';
import { LoadError, UsageError } from '../rows/types.ts';
import { validate } from '../rows/validate.ts';

/** A field of a record whose value was set by hand, or was unset. */
export interface HandValue extends Synced {
  kind: string;
  id: RecordId;
  key: string[];
  field: string;
  /** Null when it is cleared, or no longer set. */
  value: unknown;
  outcome: 'changed' | 'unchanged';
}

/**
 * Sets a field by hand, above what all feeds say, or takes that back.
 * @param options.value the value as text, or JSON for a list; `null` to clear the field; undefined to take it back
 * @throws LoadError when there is no such record, or the field is not set by hand; UsageError for a wrong field or value
 */
export async function setByHand(options: {
  db: Db;
  search?: SearchEngine | undefined;
  kind: Kind;
  key: string[];
  field: string;
  value: string | undefined;
  run?: number;
}): Promise<HandValue> {
  const { db, search, kind, key, field, value, run } = options;
  const work = async (trx: Trx, now: string) => {
    if (!kind.statements) throw new UsageError(`Fields of ${kind.plural} cannot be set by hand.`);
    const id = await requireRecord(trx, kind, key);
    await seedStatements(trx, kind, [id]);
    const { content, stated } = await readSetting(trx, kind, id, { field, value });
    await commit(trx, now, { statements: { add: [handStatement(trx, kind.name, { id }, content, now)] } });
    const { changed } = await rebuildRecords(trx, kind, [String(id)], now);
    await settleMatches(trx, now, now);
    return { id, value: stated, outcome: changed > 0 ? ('changed' as const) : ('unchanged' as const) };
  };
  const done = await write(db, work, run);
  return { kind: kind.name, key, field, ...done, ...(await syncIndex(db, search)) };
}

/** Returns a statement of a person. */
export const handStatement = (
  trx: Trx,
  kind: string,
  record: Target,
  content: Content,
  now: string,
): NewStatement => ({
  ...{ kind, record, source: HAND, run: runOf(trx), content_json: JSON.stringify(content) },
  ...{ file: null, line: null, observed_at: now, earlier_json: null },
});

/** Returns the statement that sets a field or clears it, and the value. */
async function readSetting(
  trx: Trx,
  kind: Kind,
  id: RecordId,
  { field, value }: { field: string; value: string | undefined },
): Promise<{ content: Content; stated: unknown }> {
  const ranks = await readRanks(trx);
  const rows = (await readStatements(trx, kind.name, [String(id)])).get(String(id))!;
  const said = rows.map((row) => statementOf(row, ranks));
  const last = namingContent(liveStatements(said))!;
  const { rulesOf, unsettable = [] } = kind.statements!;
  const rules = Object.fromEntries(
    Object.entries(rulesOf(last)).filter(([name]) => !unsettable.includes(name)),
  );
  const identity = identityOf(last, rulesOf(last));
  const path = field.split('.');
  const { rule, depth } = ruleAt(rules, path) ?? {};
  if (rule === undefined || depth === undefined) {
    const known = fieldsOf(rules).join(', ');
    throw new UsageError(`"${field}" is not a field that can be set. Use one of: ${known}.`);
  }
  const content: Content = {};
  if (value === undefined) {
    const own = mergeStatements(said, rules).flatMap(({ others, ...best }) => [best, ...others]);
    const isSet = own.some(
      (each) => each.said.source === HAND && path.slice(0, depth).every((name, i) => each.path[i] === name),
    );
    if (!isSet)
      throw new LoadError(`"${field}" of ${kind.name} ${identityText(identity)} is not set by hand.`);
    setAt(content, path.slice(0, depth), null);
    return { content: overlaid(identity, content), stated: null };
  }
  if (value === 'null' && path.length === depth) {
    if (rule === 'needed' || rule === 'kept')
      throw new UsageError(
        `"${field}" cannot be cleared, because every ${kind.name} has it. Set another value.`,
      );
    setAt(content, path, CLEARED);
    return { content: overlaid(identity, content), stated: null };
  }
  const before = recordOf(mergeStatements(said, rules), rules);
  // A value inside of a field that is merged as a whole keeps the rest of it.
  const holder = path.slice(0, depth).reduce<unknown>((at, name) => (at as Content | null)?.[name], before);
  if (Array.isArray(holder) && path.length > depth && !/^\d+$/.test(path[depth]!)) {
    const list = path.slice(0, depth).join('.');
    throw new UsageError(
      `"${field}" cannot be set, because ${list} is a list. Set "${list}" to a JSON list of the items to add or replace.`,
    );
  }
  if (path.length > depth) setAt(content, path.slice(0, depth), structuredClone(holder ?? {}));
  setAt(content, path, value === 'null' ? null : fieldOfText(kind.record, field, value));
  const given = overlaid(without(overlaid(identity, before)), content);
  const read = validate(kind.record, without(given));
  if ('reason' in read) throw new UsageError(`${field} cannot be ${value}: ${read.reason}.`);
  const stated = path.slice(0, depth).reduce<unknown>((at, name) => (at as Content)[name], read.record);
  setAt(content, path.slice(0, depth), stated);
  return { content: overlaid(identity, content), stated };
}

const identityText = ({ domain, company, ...rest }: Content): string =>
  [domain ?? company, ...Object.values(rest)].filter((part) => typeof part === 'string').join(' ');

/** Fields of statements that records do not have, and null, which a required field rejects. */
const without = (record: Content): Content =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => value !== null && value !== undefined && name !== 'external_id',
    ),
  );

/** Returns the rule to which the first names of a path lead, and how many they are; undefined if there is none. */
function ruleAt(rules: Rules, [name, ...rest]: string[]): { rule: Rule; depth: number } | undefined {
  const rule = name === undefined ? undefined : rules[name];
  if (rule === undefined || !isMembers(rule)) return rule && { rule, depth: 1 };
  const inner = ruleAt(rule.members, rest);
  return inner && { rule: inner.rule, depth: inner.depth + 1 };
}

const fieldsOf = (rules: Rules): string[] =>
  Object.entries(rules).flatMap(([name, rule]) =>
    isMembers(rule) ? fieldsOf(rule.members).map((inner) => `${name}.${inner}`) : [name],
  );

const isMembers = (rule: Rule): rule is { members: Rules } => typeof rule === 'object' && 'members' in rule;
