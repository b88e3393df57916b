/** What tests import from `@jest/globals`. Jest makes them anew for each test file. */
export let describe, it, expect, beforeAll, beforeEach, afterAll, afterEach;

export function setGlobals(globals) {
  ({ describe, it, expect, beforeAll, beforeEach, afterAll, afterEach } = globals);
}
