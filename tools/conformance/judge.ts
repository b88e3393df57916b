import type { Requirement } from './requirements.ts';
import type { TestResult } from './results.ts';

/** A test that shows a requirement, on the databases and search engines that its title names. */
export interface Evidence {
  file: string;
  /** Without the numbers, the database and the search engine. */
  title: string;
  databases: string[];
  engines: string[];
}

export interface Verdict {
  requirement: Requirement;
  evidence: Evidence[];
}

export const DATABASES = ['sqlite', 'postgres'];
export const ENGINES = ['FTS5', 'Meilisearch'];
const ID = /\bR-[A-Z]+-\d+\b/g;
const DATABASE = /\bon (sqlite|postgres)\b/;
const ENGINE = /(?:\bwith )?\b(FTS5|Meilisearch)\b:?/;
/** Requirements whose tests must name a search engine. */
const SEARCH = /^R-SEARCH-/;

/** Compares results with requirements. Returns the tests that show each requirement, and the problems. */
export function judge(
  requirements: Requirement[],
  results: TestResult[],
): { verdicts: Verdict[]; problems: string[] } {
  const known = new Set(requirements.map(({ id }) => id));
  const problems: string[] = [];
  const shown = new Map<string, TestResult[]>();
  for (const result of results) {
    for (const id of new Set(result.title.match(ID))) {
      if (!known.has(id)) problems.push(`${result.file} names ${id}, which does not exist.`);
      else if (!result.passed)
        problems.push(`${id} is not shown: "${result.title}" in ${result.file} did not pass.`);
      else shown.set(id, [...(shown.get(id) ?? []), result]);
    }
  }
  const verdicts = requirements.map((requirement) => ({
    requirement,
    evidence: evidenceOf(shown.get(requirement.id) ?? []),
  }));
  for (const { requirement, evidence } of verdicts) {
    if (evidence.length === 0) problems.push(`${requirement.id} has no test: ${requirement.text}`);
    else if (SEARCH.test(requirement.id) && !evidence.some(({ engines }) => engines.length > 0))
      problems.push(`${requirement.id}: no test names its search engine (${ENGINES.join(' or ')}).`);
    for (const { title, file, databases } of evidence) {
      const missing = DATABASES.filter((database) => !databases.includes(database));
      if (databases.length > 0 && missing.length > 0)
        problems.push(`${requirement.id} was not shown on ${missing.join()}: "${title}" in ${file}.`);
    }
  }
  return { verdicts, problems: [...new Set(problems)] };
}

function evidenceOf(results: TestResult[]): Evidence[] {
  const found = new Map<string, Evidence>();
  for (const { file, title } of results) {
    const plain = title
      .replace(/\s*\[[^\]]*\bR-[A-Z]+-\d+[^\]]*\]/g, '')
      .replace(DATABASE, '')
      .replace(ENGINE, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const evidence = found.get(`${file} ${plain}`) ?? { file, title: plain, databases: [], engines: [] };
    const database = DATABASE.exec(title)?.[1];
    if (database !== undefined) evidence.databases.push(database);
    const engine = ENGINE.exec(title)?.[1];
    if (engine !== undefined) evidence.engines.push(engine);
    found.set(`${file} ${plain}`, evidence);
  }
  return [...found.values()];
}
