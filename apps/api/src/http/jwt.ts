import type { Caller } from '@dossier/store';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';

/** How the identity provider's tokens are checked and read. */
export interface JwtConfig {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** The claims that name the organization and its plan. */
  organizationClaim: string;
  planClaim: string;
}

/** The provider could not be asked for its keys, so a token can be neither accepted nor refused. */
export class IssuerUnreachable extends Error {
  override name = 'IssuerUnreachable';
}

export type VerifyJwt = (token: string, now: Date) => Promise<Caller | undefined>;

/** Asymmetric ones only: with a symmetric one, whoever reads the public key could sign. */
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
/** Keys are asked for again when they are older, or when a token names one that is unknown (at most twice a minute). */
const KEYS_MAX_AGE_MS = 10 * 60_000;
const KEYS_COOLDOWN_MS = 30_000;
const KEYS_TIMEOUT_MS = 5_000;
const CLOCK_SKEW_SECONDS = 5;

/**
 * Makes the check of tokens: signature by one of the provider's keys, algorithm, issuer, audience, expiry and
 * not-before. It gives undefined for a token that is not valid, however it fails.
 * @throws IssuerUnreachable when the keys are needed and cannot be had
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
      if (isRefusal(error)) return undefined;
      throw new IssuerUnreachable('The keys of the identity provider cannot be had.', { cause: error });
    }
  };
}

/** What is wrong with the token itself, told from what is wrong with the way to the keys. */
function isRefusal(error: unknown): boolean {
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
