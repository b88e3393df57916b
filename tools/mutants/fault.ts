/** A small fault that is seeded into the source, and the test that must fail because of it. */
export interface Fault {
  /** What is wrong with the program, as a fact: `news ignores news_type`. */
  name: string;
  /** The source file, from the root of the repository. */
  file: string;
  /** Text that occurs exactly once in that file. */
  find: string;
  replace: string;
  /** The test file, from the root of the repository. */
  test: string;
  /** Part of the full title of a test in that file, such as a requirement number. */
  title: string;
}

/**
 * Returns the source with the fault in it.
 * @throws Error when the text to replace does not occur exactly once, so that a fault cannot silently stop applying
 */
export function seed(source: string, { name, file, find, replace }: Fault): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `Fault "${name}": ${file} must contain this text exactly once: ${find}. Update tools/mutants/faults.ts.`,
    );
  return before + replace + after;
}
