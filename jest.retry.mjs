import { jest } from '@jest/globals';

// A test that fails runs once more, and its first error is printed: a machine that is busy must not stop a release.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
