import type { Caller } from '@dossier/store';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';

/** The settings for tokens of the identity provider. */
export interface JwtConfig {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** The claims that name the organization and its plan. */
  organizationClaim: string;
  planClaim: string;
}

/** Thrown if a token cannot be verified, because the provider's keys are unavailable. */
export class IssuerUnreachable extends Error {
  override name = 'IssuerUnreachable';
}

export type VerifyJwt = (token: string, now: Date) => Promise<Caller | undefined>;

/** Only asymmetric algorithms: with a symmetric one, anyone with the public key could sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Older keys are fetched again. A token with an unknown key also causes a fetch, at most twice a minute. */
const KEYS_MAX_AGE_MS = 10 * 60_000;
const KEYS_COOLDOWN_MS = 30_000;
const KEYS_TIMEOUT_MS = 5_000;
const CLOCK_SKEW_SECONDS = 5;

/**
 * Returns a function that verifies the signature, algorithm, issuer, audience, expiry and not-before of a token. It
 * returns undefined for an invalid token.
 * @throws IssuerUnreachable if the keys are needed and unavailable
 */
export function jwtVerifier(config: JwtConfig): VerifyJwt {
  const keys = createRemoteJWKSet(new URL(config.jwksUrl), {
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: KEYS_TIMEOUT_MS,
  });
  return async (token, now) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: config.issuer,
        audience: config.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: now,
      });
      return callerOf(payload, config);
    } catch (error) {
      if (isInvalidToken(error)) return undefined;
      throw new IssuerUnreachable('The keys of the identity provider are unavailable.', { cause: error });
    }
  };
}

/** Returns whether an error is about the token, not about fetching the keys. */
function isInvalidToken(error: unknown): boolean {
  const unreachable = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  const fromKeys = error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC';
  return error instanceof errors.JOSEError && !unreachable && !fromKeys;
}

function callerOf(payload: JWTPayload, { organizationClaim, planClaim }: JwtConfig): Caller | undefined {
  const organization = payload[organizationClaim];
  const plan = payload[planClaim];
  if (typeof organization !== 'string' || organization === '' || typeof plan !== 'string') return undefined;
  return { organization, plan };
}
