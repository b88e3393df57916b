import type { ApiKeyListing } from '@dossier/store';
import { modeOf, scopesOf } from './read.ts';

/** Returns a key as its owner sees it. The names of the operator's staff stay inside. */
export const viewKey = ({
  id,
  name,
  scopes,
  organization,
  created_at,
  created_by,
  last_used_at,
  expires_at,
  test_step,
}: ApiKeyListing) => ({
  id,
  name,
  scopes: scopesOf({ scopes }),
  mode: modeOf({ test_step }),
  created_at,
  created_by:
    created_by !== null && (created_by === organization || created_by.startsWith('key '))
      ? created_by
      : 'operator',
  last_used_at,
  expires_at,
});
