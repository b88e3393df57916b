import { base } from '../../jest.base.mjs';

export default {
  ...base,
  displayName: 'store',
  globalSetup: '<rootDir>/../../libs/store/src/testing/global-setup.ts',
  globalTeardown: '<rootDir>/../../libs/store/src/testing/global-teardown.ts',
};
