import { base } from '../../jest.base.mjs';

export default {
  ...base,
  displayName: 'search',
  globalSetup: '<rootDir>/src/testing/global-setup.ts',
  globalTeardown: '<rootDir>/src/testing/global-teardown.ts',
};
