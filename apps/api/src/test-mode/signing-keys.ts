import { createHmac } from 'node:crypto';
import type { SigningKey } from '@dossier/embeds';
import { chain } from '@dossier/shared';
import type { Services } from '../services.ts';

type SigningKeys = Services['signingKeys'];

/**
 * Returns the signing keys of the sample from those of the service. They differ from those of the service, because addresses that a
 * test key gets must not lead to the data. All steps have the same ones: a record that does not change keeps its addresses.
 */
export const testSigningKeys =
  (signingKeys: SigningKeys): SigningKeys =>
  () =>
    chain(signingKeys(), (keys) =>
      keys.map(({ id, secret }): SigningKey => ({
        id,
        secret: createHmac('sha256', secret).update('test').digest('hex'),
      })),
    );
