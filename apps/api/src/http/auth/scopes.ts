import { fail } from '@dossier/shared';
import type { Caller } from '@dossier/store';
import type { Endpoint } from '../endpoint.ts';

/** What a key may be limited to: the families of endpoints by the section of the API reference. */
const SCOPES: Record<string, string> = {
  Categories: 'categories',
  Changes: 'changes',
  Companies: 'companies',
  Documents: 'documents',
  Embeds: 'embeds',
  Events: 'events',
  Filings: 'filings',
  'Funding rounds': 'funding-rounds',
  Keys: 'keys',
  Lists: 'lists',
  Metrics: 'metrics',
  News: 'news',
  Search: 'search',
  Snapshots: 'snapshots',
  Webhooks: 'webhooks',
};

/** The names of all scopes. */
export const scopeNames: readonly string[] = Object.values(SCOPES);

/** Returns the scope that an endpoint needs; undefined for those of the service itself, which every key may use. */
export const scopeOf = ({ tag }: Pick<Endpoint, 'tag'>): string | undefined => SCOPES[tag];

/** Rejects a caller whose key lacks the scope of an endpoint. @throws 403 */
export function requireScope({ scopes }: Caller, endpoint: Endpoint): void {
  const scope = scopeOf(endpoint);
  if (scopes && scope !== undefined && !scopes.includes(scope)) throw fail('scope_missing', { scope });
}
