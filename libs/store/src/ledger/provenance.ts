import {
  liveStatements,
  mergeStatements,
  type ExplainedField,
  type FieldSaying,
  type Leaf,
  type Rules,
} from '@dossier/shared';
import type { Db, Trx } from '../sql/open.ts';
import { readRanks, readStatements, statementOf, type StoredStatement } from './statements.ts';

/** Returns each field of a company with its source, and what other sources say. Two statements. */
export async function explainCompany(db: Db | Trx, id: string, rules: Rules): Promise<ExplainedField[]> {
  const rows = (await readStatements(db, 'company', [id])).get(id) ?? [];
  const ranks = await readRanks(db);
  return explainStatements(
    rows.map((row) => statementOf(row, ranks)),
    () => rules,
  );
}

/** Returns each field that statements make, by name. */
export function explainStatements(
  statements: StoredStatement[],
  rulesOf: (content: Record<string, unknown>) => Rules,
): ExplainedField[] {
  const last = liveStatements(statements).at(-1)?.content;
  if (!last) return [];
  const fields = mergeStatements(statements, rulesOf(last)).map(({ others, ...best }): ExplainedField => ({
    field: best.path.join('.'),
    ...sayingOf(best),
    others: others.map(sayingOf),
  }));
  return fields.sort((a, b) => (a.field < b.field ? -1 : 1));
}

function sayingOf({ value, said }: Leaf<StoredStatement>): FieldSaying {
  return {
    value,
    source: said.source,
    source_urls: linksOf(value, said.content),
    // The folder is of the machine that loaded it.
    file: said.file === null ? null : said.file.split(/[\\/]/).at(-1)!,
    line: said.line,
    observed_at: said.observedAt,
    run: said.run,
  };
}

/** Returns the links of an item, or else those of its record. */
function linksOf(value: unknown, content: Record<string, unknown> | null): string[] {
  const of = (holder: unknown) => {
    if (holder === null || typeof holder !== 'object') return [];
    const { source_url, source_urls, link } = holder as Record<string, unknown>;
    return [source_url ?? [], source_urls ?? [], link ?? []].flat() as string[];
  };
  const own = of(value);
  return own.length > 0 ? own : of(content);
}
