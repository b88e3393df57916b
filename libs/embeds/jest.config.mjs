import { base } from '../../jest.base.mjs';

export default {
  ...base,
  displayName: 'embeds',
  globalSetup: '<rootDir>/src/testing/build.mjs',
};
