import { calendarDate, textLike, timestamp, wholeNumber } from '@dossier/shared';
import { MAX_USAGE_DAYS, usageGrains } from '@dossier/store';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

const count = z.int().min(0);
const usage = z
  .object({
    organization: textLike('Example Partner').describe('Your organization'),
    plan: textLike('Platforms').describe('Your plan'),
    tasks: z
      .object({
        limit: count.meta({ description: 'The tasks that the plan allows in a window' }),
        window_seconds: count.describe('The length of a window'),
        used: count.describe('The tasks that the window has used'),
        left: count.describe('The tasks that are left'),
        resets_at: timestamp.meta({ description: 'When the window ends, and `used` returns to 0' }),
      })
      .nullable()
      .meta({ description: 'The current window; null if the plan has no limit' }),
    days: z
      .array(
        z.object({
          date: calendarDate.meta({ description: 'A UTC day' }),
          family: textLike('Companies').meta({ description: 'The section of the API reference' }),
          operation: textLike('getCompany').nullable().optional().meta({
            description: 'Only with `by=operation`; null for requests before operations were counted',
          }),
          requests: count.meta({ description: 'The requests that cost a task' }),
          tasks: count.describe('The tasks that they cost'),
        }),
      )
      .describe('The requests of each day by family, or by operation with `by=operation`, newest day first'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.input<typeof usage>;

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage',
  operationId: 'getUsage',
  summary: 'The usage of your organization',
  description:
    'Returns the tasks of the current window, and the requests and tasks of each day and endpoint family, newest day ' +
    'first. With `by=operation`, each row counts one operation of a day. A request costs one task for each company that ' +
    'it names, and at least one. Errors, 304 responses and this request cost nothing. Other replicas may add their counts up to a second later.',
  tag: 'Service',
  rows: 'days',
  input: z.strictObject({
    days: wholeNumber(1, MAX_USAGE_DAYS)
      .default(30)
      .meta({ description: 'The number of days, including today' }),
    by: z.enum(usageGrains).default('family').meta({ description: 'What each row of a day counts' }),
  }),
  output: { 200: usage },
  isFree: true,
  example: { days: 7 },
});
