import type { Caller } from '@dossier/store';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { IssuerKeysUnavailable, issuerKeys } from './jwt-keys.ts';

/** The settings for tokens of the identity provider. */
export interface JwtConfig {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** The claims that name the organization and its plan. */
  organizationClaim: string;
  planClaim: string;
}

export { IssuerKeysUnavailable };

/** Returns the caller that a token names, or why it is invalid, for the log. */
export type VerifyJwt = (token: string, now: Date) => Promise<Caller | string>;

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
/** The usual tolerance between the clocks of a provider and a service. */
const CLOCK_SKEW_SECONDS = 60;

/**
 * Returns a function that verifies the signature, algorithm, issuer, audience, expiry and not-before of a token.
 * @throws IssuerKeysUnavailable if the keys are needed, and unavailable or unusable
 */
export function jwtVerifier(config: JwtConfig): VerifyJwt {
  const keys = issuerKeys(config.jwksUrl);
  return async (token, now) => {
    try {
      const { payload } = await jwtVerify(token, keys.at(now), {
        issuer: config.issuer,
        audience: config.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: now,
      });
      return callerOf(payload, config);
    } catch (error) {
      if (error instanceof IssuerKeysUnavailable) throw error;
      if (error instanceof errors.JOSEError) return reasonOf(error);
      throw new IssuerKeysUnavailable('A key of the identity provider is unusable.', { cause: error });
    }
  };
}

/** Returns the reason for the log. It names the claim but omits the value, which clients choose. */
function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return error.code;
  return error.claim === 'nbf' ? 'not valid yet' : `wrong claim ${error.claim}`;
}

function callerOf(payload: JWTPayload, { organizationClaim, planClaim }: JwtConfig): Caller | string {
  const organization = payload[organizationClaim];
  const plan = payload[planClaim];
  if (typeof organization !== 'string' || organization === '' || typeof plan !== 'string')
    return 'no organization or plan';
  return { organization, plan };
}
