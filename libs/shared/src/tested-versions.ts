/** A program that Dossier runs on, or a server that it uses. */
export type Program = 'Node.js' | 'Postgres' | 'Meilisearch';

/** The versions on which the tests ran. A test compares the table in docs/operators/deploy.md. */
export const TESTED: Record<Program, string[]> = {
  'Node.js': ['20', '22', '24', '26'],
  Postgres: ['14', '15', '16', '17', '18'],
  Meilisearch: ['1.21'],
};

/** Returns whether the tests ran on a version that was found, and a sentence about it. */
export function describeVersion(
  program: Program,
  found: string | undefined,
): { isTested: boolean; message: string } {
  const tested = `tested: ${TESTED[program].join(', ')}`;
  if (found === undefined)
    return { isTested: true, message: `${program} does not report its version (${tested}).` };
  const isTested = TESTED[program].some((each) => `${found}.`.startsWith(`${each}.`));
  return { isTested, message: `${program} ${found} ${isTested ? 'was' : 'was not'} tested (${tested}).` };
}
