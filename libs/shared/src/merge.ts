import { groupBy } from './group.ts';

/** The content of a record, as a source writes it. */
export type Content = Record<string, unknown>;

/** How the statements of several sources about one field become one value. */
export type Rule =
  /** The value of the best source that states one; null if none does. */
  | 'value'
  /** Like `value`, for a field that a record must have: the record does not exist unless a source states it. */
  | 'needed'
  /** Like `value`; the stored value stays if no source states one. */
  | 'kept'
  /** Like `value`, with what the field is if no source states it. */
  | { default: unknown }
  /** An object: its members are merged one by one. */
  | { members: Rules }
  /** A list: its items are merged one by one. */
  | ListRule;

export interface ListRule {
  /** Returns the natural key of an item. */
  itemKey: (item: never) => string;
  /**
   * Returns the day that an item is about, or nothing: then that of its observation counts. Of sources with one rank the
   * latest day wins.
   */
  day?: (item: never) => string | null | undefined;
}

export type Rules = Record<string, Rule>;

/** What a source said about a record, once. */
export interface Statement {
  source: string;
  /** The lowest is the best. */
  rank: number;
  /** Fixed-width UTC text. */
  observedAt: string;
  /** Null deletes the record: earlier statements no longer count. */
  content: Content | null;
  /** The company that the statement was about, if that was merged into another one later. */
  mergedFrom?: number | null;
  /** Of a deletion: companies that were merged earlier, whose statements it also removes. */
  ends?: number[];
  /** Set while it is uncertain whether the statement is about the record: it does not count. */
  held?: boolean;
}

/** The value of a field that is cleared, whatever other sources state. */
export const CLEARED: Content = { cleared: 'by hand' };

/** The value of a field, or an item of a list, with the statement that it is from. */
export interface Leaf<S extends Statement = Statement> {
  /** `['headquarters', 'city']`, or `['financials', 'latest_estimated_revenue']` for an item. */
  path: string[];
  /** Null if the field is cleared. */
  value: unknown;
  isItem: boolean;
  day: string | null;
  /** Set if its day is that of its observation. */
  isUndated?: boolean;
  said: S;
}

/** A field with the value that is served, and what other sources say, best first. */
interface MergedField<S extends Statement = Statement> extends Leaf<S> {
  others: Leaf<S>[];
}

/**
 * Merges the statements about a record: for each field the best source wins, by rank, then by when it was observed.
 * The order of loading does not matter. Within a source, an absent field keeps its value, null clears it and a list
 * replaces the list before.
 * @param statements in the order of commits
 */
export function mergeStatements<S extends Statement>(statements: S[], rules: Rules): MergedField<S>[] {
  const live = liveStatements(statements);
  const sources = [
    ...groupBy(live, ({ source, mergedFrom }) => `${mergedFrom ?? ''} ${source}`).values(),
  ].map(inOrder);
  // The items of a list begin with those of the best source.
  sources.sort((a, b) => compare(a.at(-1)!, b.at(-1)!));
  const fields = new Map<string, Leaf<S>[]>();
  for (const said of sources) {
    for (const [path, leaf] of sayings(said, rules)) fields.set(path, [...(fields.get(path) ?? []), leaf]);
  }
  const merged = [...fields.values()].map((leaves) => {
    const [best, ...others] = leaves.sort(compareLeaves) as [Leaf<S>, ...Leaf<S>[]];
    return { ...best, others };
  });
  const cleared = new Set(merged.filter(({ value }) => value === null).map(({ path }) => keyOf(path)));
  return cleared.size === 0
    ? merged
    : merged.filter(({ path, isItem }) => !isItem || !cleared.has(keyOf(path.slice(0, -1))));
}

/**
 * Returns the statements that count: those after the last deletion that are not held. If a record was deleted and then
 * merged into this one, that deletion removes only the statements about that record, and those of `ends`.
 */
export function liveStatements<S extends Pick<Statement, 'content' | 'mergedFrom' | 'ends' | 'held'>>(
  statements: S[],
): S[] {
  return withoutDeleted(
    statements.some(({ held }) => held) ? statements.filter(({ held }) => !held) : statements,
  );
}

function withoutDeleted<S extends Pick<Statement, 'content' | 'mergedFrom' | 'ends'>>(statements: S[]): S[] {
  const last = (isEnd: (each: S) => boolean) =>
    statements.findLastIndex((each) => each.content === null && isEnd(each));
  const ended = last(({ mergedFrom }) => mergedFrom == null);
  const live = statements.slice(ended + 1);
  if (live.every(({ content }) => content !== null)) return live;
  return live.filter(
    ({ content, mergedFrom }, i) =>
      content !== null &&
      i + ended + 1 >
        last((each) => each.mergedFrom === mergedFrom || (each.ends?.includes(mergedFrom!) ?? false)),
  );
}

/** Returns the record that merged fields make, with null or the default for what no source states. */
export function recordOf(fields: Leaf[], rules: Rules): Content {
  const record: Content = {};
  for (const { path, value, isItem } of fields) {
    if (value === null) continue;
    const parents = path.slice(0, isItem ? -2 : -1);
    const at = parents.reduce((outer, name) => (outer[name] ??= {}) as Content, record);
    const name = path.at(isItem ? -2 : -1)!;
    if (isItem) ((at[name] ??= []) as unknown[]).push(value);
    else at[name] = value;
  }
  return filled(record, rules);
}

function filled(record: Content, rules: Rules): Content {
  for (const [name, rule] of Object.entries(rules)) {
    if (isMembers(rule)) record[name] = filled((record[name] ?? {}) as Content, rule.members);
    else if (record[name] === undefined && rule !== 'needed' && rule !== 'kept')
      record[name] = typeof rule === 'object' && 'default' in rule ? rule.default : null;
  }
  return record;
}

/** Returns the dotted names of the fields that a record must have and no source states. */
export function missingFields(record: Content, rules: Rules, prefix = ''): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    if (isMembers(rule))
      return missingFields((record[name] ?? {}) as Content, rule.members, `${prefix}${name}.`);
    return rule === 'needed' && record[name] === undefined ? [prefix + name] : [];
  });
}

/**
 * Returns what a source says in two rows of one load: the later row adds to the earlier one. Fields that begin with
 * `add_` add items to the list that is named after it.
 */
export function addContent(before: Content, more: Content, rules: Rules): Content {
  const both: Content = { ...before };
  for (const [name, value] of Object.entries(more)) {
    const rule = rules[name];
    const list = rules[name.replace(/^add_/, '')];
    if (isMembers(rule) && isContent(both[name]) && isContent(value))
      both[name] = addContent(both[name], value, rule.members);
    else if (name.startsWith('add_') && isList(list) && Array.isArray(both[name]) && Array.isArray(value))
      both[name] = addItems(both[name] as unknown[], value, list);
    else both[name] = value;
  }
  return both;
}

const isContent = (value: unknown): value is Content =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isMembers = (rule: Rule | undefined): rule is { members: Rules } =>
  typeof rule === 'object' && 'members' in rule;
const isList = (rule: Rule | undefined): rule is ListRule => typeof rule === 'object' && 'itemKey' in rule;

function addItems(before: unknown[], more: unknown[], { itemKey }: ListRule): unknown[] {
  const byKey = new Map(before.map((item) => [itemKey(item as never), item]));
  for (const item of more)
    byKey.set(itemKey(item as never), addItem(byKey.get(itemKey(item as never)), item));
  return [...byKey.values()];
}

/** Returns an item over the one with the same key: what it leaves out stays. */
function addItem(before: unknown, item: unknown): unknown {
  if (!isContent(before) || !isContent(item)) return item;
  const stated = Object.entries(item).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(stated) };
}

/** Returns the current values of a source, by path: later statements replace earlier ones. */
function sayings<S extends Statement>(statements: S[], rules: Rules): Map<string, Leaf<S>> {
  const leaves = new Map<string, Leaf<S>>();
  for (const said of statements) say(leaves, said, said.content!, rules, []);
  return leaves;
}

const keyOf = (path: string[]) => JSON.stringify(path);

function say<S extends Statement>(
  leaves: Map<string, Leaf<S>>,
  said: S,
  content: Content,
  rules: Rules,
  parents: string[],
): void {
  const forget = (path: string[]) => {
    for (const [key, leaf] of leaves) if (path.every((part, i) => leaf.path[i] === part)) leaves.delete(key);
  };
  for (const [name, rule] of Object.entries(rules)) {
    const path = [...parents, name];
    const value = content[name];
    if (isContent(value) && value['cleared'] === CLEARED['cleared']) {
      forget(path);
      leaves.set(keyOf(path), { path, value: null, isItem: false, day: null, said });
    } else if (isMembers(rule)) {
      if (value === null) forget(path);
      else if (value !== undefined) say(leaves, said, value as Content, rule.members, path);
    } else if (isList(rule)) {
      if (value !== undefined) forget(path);
      const added = content[`add_${name}`];
      for (const item of [value ?? [], added ?? []].flat() as unknown[]) {
        const at = [...path, rule.itemKey(item as never)];
        const whole = addItem(leaves.get(keyOf(at))?.value, item);
        leaves.set(keyOf(at), { path: at, value: whole, isItem: true, ...dayOf(rule, whole, said), said });
      }
    } else if (value === null || (Array.isArray(value) && value.length === 0)) leaves.delete(keyOf(path));
    else if (value !== undefined) leaves.set(keyOf(path), { path, value, isItem: false, day: null, said });
  }
}

function dayOf(rule: ListRule, item: unknown, { observedAt }: Statement): Pick<Leaf, 'day' | 'isUndated'> {
  if (!rule.day) return { day: null };
  const day = rule.day(item as never);
  return day ? { day } : { day: observedAt.slice(0, 10), isUndated: true };
}

/** Sorts the statements of one source by when they were observed; those of one time stay in the order of commits. */
const inOrder = <S extends Statement>(statements: S[]): S[] =>
  [...statements].sort((a, b) => byText(a.observedAt, b.observedAt));

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Sorts the best statement first: by rank, then statements about the record itself, then the last observed. Ties sort by
 * the name of the source.
 */
const compare = (a: Statement, b: Statement): number =>
  a.rank - b.rank ||
  (a.mergedFrom == null ? 0 : 1) - (b.mergedFrom == null ? 0 : 1) ||
  byText(b.observedAt, a.observedAt) ||
  byText(a.source, b.source) ||
  (a.mergedFrom ?? 0) - (b.mergedFrom ?? 0);

const compareLeaves = (a: Leaf, b: Leaf): number =>
  a.said.rank - b.said.rank || byText(b.day ?? '', a.day ?? '') || compare(a.said, b.said);
