/** The exports of `@jest/globals`, which the runner creates for each test file. */
export let describe, it, expect, beforeAll, beforeEach, afterAll, afterEach;

export function setGlobals(globals) {
  ({ describe, it, expect, beforeAll, beforeEach, afterAll, afterEach } = globals);
}
