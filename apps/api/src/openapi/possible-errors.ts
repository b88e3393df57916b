import type { ErrorCode } from '@dossier/shared';
import { hasBody, type Endpoint } from '../http/endpoint.ts';

/** Returns every error of an endpoint: its own and those of the steps of every request. */
export function possibleErrors({ access, method, errors, produces, isVital, rows }: Endpoint): ErrorCode[] {
  const all: ErrorCode[] = [
    ...(access === 'public' ? [] : partnerErrors),
    ...(access === 'session' && method !== 'GET' ? (['foreign_form'] as const) : []),
    ...(produces.endsWith('/*') ? [] : (['not_acceptable'] as const)),
    ...(hasBody(method) ? bodyErrors : []),
    ...(rows === undefined ? [] : (['file_too_large'] as const)),
    'invalid_input',
    ...errors,
    ...(isVital ? [] : loadErrors),
    'internal',
  ];
  return [...new Set(all)];
}

const partnerErrors: ErrorCode[] = [
  'unauthenticated',
  'plan_not_allowed',
  'organization_suspended',
  'scope_missing',
  'issuer_unreachable',
  'too_many_requests',
  'too_many_in_flight',
];
const loadErrors: ErrorCode[] = [
  'overloaded',
  'request_limit',
  'database_busy',
  'database_unavailable',
  'query_too_slow',
];
const bodyErrors: ErrorCode[] = ['unsupported_media_type', 'body_too_large', 'invalid_json'];
