import type { ErrorCode } from '@dossier/shared';
import type { Endpoint } from './endpoint.ts';

/** Returns every error of an endpoint: its own and those of the steps of every request. */
export function possibleErrors({ access, method, errors, produces }: Endpoint): ErrorCode[] {
  const all: ErrorCode[] = [
    ...(access === 'partner' ? partnerErrors : []),
    ...(produces.endsWith('/*') ? [] : (['not_acceptable'] as const)),
    ...(method === 'GET' ? [] : bodyErrors),
    'invalid_input',
    ...errors,
    'internal',
  ];
  return [...new Set(all)];
}

const partnerErrors: ErrorCode[] = [
  'unauthenticated',
  'plan_not_allowed',
  'issuer_unreachable',
  'too_many_requests',
];
const bodyErrors: ErrorCode[] = ['unsupported_media_type', 'body_too_large', 'invalid_json'];
