import { DAY_MS, fail, toTimestamp } from '@dossier/shared';
import {
  audited,
  changeApiKey,
  findOrganization,
  generateApiKey,
  registerApiKey,
  revokeApiKey,
  rotateApiKey,
  storedKeyId,
  type Caller,
  type Db,
  type NextKey,
} from '@dossier/store';
import { uncached } from '../../http/endpoint.ts';
import { actorOf } from '../../views/settings.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { readKeys, requireKey, requireRoom, requireScopes } from './read.ts';
import { viewKey } from './view.ts';

const HOUR_MS = 3_600_000;

export const routes: Route[] = [
  route(contract.listKeys, async ({ db, caller, now }) => {
    const { keys } = await readKeys(db, caller!, now);
    return uncached({ keys: keys.map(viewKey) });
  }),
  route(contract.createKey, async ({ db, caller, now }, { name = null, scopes, mode, expires_days }) => {
    const chosen = scopes ?? caller!.scopes ?? null;
    requireScopes(caller!, chosen);
    const organization = await requireOrganization(db, caller!);
    const own = await readKeys(db, caller!, now);
    const expires_at =
      expires_days === undefined ? own.expires_at : toTimestamp(Date.parse(now) + expires_days * DAY_MS);
    requireRoom(own, expires_at);
    const isTest = mode === 'test';
    const key = generateApiKey(isTest);
    const id = storedKeyId(key);
    const createdBy = actorOf(caller!);
    const details = { organization: caller!.organization, name, scopes: chosen ?? 'all', mode, expires_at };
    await audited(db, { actor: createdBy, action: 'keys create', subject: id, details }, async (trx) => {
      await registerApiKey(trx, key, organization.id, expires_at, {
        name,
        scopes: chosen,
        createdBy,
        isTest,
      });
      return true;
    });
    return uncached({ id, key, expires_at }, 201);
  }),
  route(contract.changeKey, async ({ db, caller, now }, { key_id: id, name, scopes }) => {
    requireKey(await readKeys(db, caller!, now), caller!, id);
    requireScopes(caller!, scopes ?? []);
    const next = { ...(name !== undefined && { name }), ...(scopes !== undefined && { scopes }) };
    if (Object.keys(next).length > 0) {
      const entry = { actor: actorOf(caller!), action: 'keys change', subject: id, details: next };
      await audited(db, entry, (trx) => changeApiKey(trx, id, next));
    }
    return uncached(viewKey(requireKey(await readKeys(db, caller!, now), caller!, id)));
  }),
  route(contract.revokeKey, async ({ db, caller, now }, { key_id: id, self }) => {
    requireKey(await readKeys(db, caller!, now), caller!, id);
    if (id === caller!.key && !self) throw fail('key_in_use');
    const entry = { actor: actorOf(caller!), action: 'keys revoke', subject: id };
    if (!(await audited(db, entry, (trx) => revokeApiKey(trx, id)))) throw fail('key_not_found', { id });
    return uncached({ id });
  }),
  route(contract.rotateKey, async ({ db, caller, now }, { key_id: id, overlap_hours }) => {
    await requireOrganization(db, caller!);
    const own = await readKeys(db, caller!, now);
    requireRoom(own, requireKey(own, caller!, id).expires_at);
    const actor = actorOf(caller!);
    const details = (made: NextKey) => ({ next: made.id, expires_at: made.expires_at });
    const next = await audited<NextKey>(db, { actor, action: 'keys rotate', subject: id, details }, (trx) =>
      rotateApiKey(trx, id, overlap_hours * HOUR_MS, undefined, actor),
    );
    if (!next) throw fail('key_not_found', { id });
    return uncached(next, 201);
  }),
];

/** Returns the organization of a caller, which gives its plan to its keys. @throws 409 if a token names another plan */
async function requireOrganization(db: Db, { organization, plan }: Caller) {
  const found = await findOrganization(db, organization);
  if (found?.plan !== plan) throw fail('organization_unknown');
  return found;
}
