import { createHmac } from 'node:crypto';
import { verifyAddress, type SigningKey } from '@dossier/embeds';
import { chain, testSteps } from '@dossier/shared';
import type { Services } from '../services.ts';

/** The id of a key of test mode in a signed path, and its step. The ids of other keys have no hyphen. */
const SIGNED = /^(\/embeds\/[^/]+\/[^/]+\/[^/]+\/\w+-test(\d)\.[\w-]+)/;

type SigningKeys = Services['signingKeys'];

/**
 * Returns the function for the signing keys of a step of the sample. They differ from those of the service, because
 * addresses that a test key gets must not lead to the data. Their ids name the step.
 */
export const testSigningKeys =
  (signingKeys: SigningKeys, step: number): SigningKeys =>
  () =>
    chain(signingKeys(), (keys) =>
      keys.map(({ id, secret }): SigningKey => ({
        id: `${id}-test${step}`,
        secret: createHmac('sha256', secret).update('test').digest('hex'),
      })),
    );

/** Returns whether a path may be one that a step of the sample has signed. */
export const isTestAddress = (path: string): boolean => SIGNED.test(path);

/** Returns the step that has signed a path; undefined if none has, or if the path has expired. */
export async function stepOfAddress(
  { signingKeys, clock }: Pick<Services, 'signingKeys' | 'clock'>,
  path: string,
): Promise<number | undefined> {
  const [, signed, step] = SIGNED.exec(path) ?? [];
  if (signed === undefined || Number(step) >= testSteps.length) return undefined;
  const keys = await testSigningKeys(signingKeys, Number(step))();
  return verifyAddress(signed, keys, clock()) && Number(step);
}
