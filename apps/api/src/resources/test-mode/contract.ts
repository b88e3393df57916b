import { testSteps, wholeNumber } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

export const advanceTest = endpoint({
  method: 'POST',
  path: '/api/v1/test/advance',
  operationId: 'advanceTest',
  summary: 'Advance the sample of a test key',
  description:
    'Commits the next change of the sample that this test key sees: a deletion, a merge, a correction, a new funding ' +
    'round. After the last one, the sample begins again, as after a restore. Other keys are not affected.',
  tag: 'Service',
  usesPrimary: true,
  isFree: true,
  input: z.strictObject({
    to: wholeNumber(0, testSteps.length - 1)
      .optional()
      .meta({ description: 'The step to go to; by default, the next one' }),
  }),
  output: {
    200: z
      .object({
        step: z
          .int()
          .min(0)
          .max(testSteps.length - 1)
          .meta({ description: 'The step that the key sees now; 0 is the beginning', examples: [1] }),
        change: z
          .enum(testSteps.map(({ change }) => change))
          .meta({ description: 'What this step has changed', examples: ['deletion'] }),
        about: z
          .string()
          .meta({ description: 'The change in words', examples: ['craigslist.org is deleted.'] }),
      })
      .meta({ id: 'TestStep' }),
  },
  errors: ['test_key_needed'],
  example: {},
});
