import type { ApiConfig } from '../config.ts';
import { placeOf } from '../describe-config.ts';
import { failed, ok, warning, type Finding } from './finding.ts';

const TIMEOUT_MS = 5_000;
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });

/** Checks that the identity provider, if there is one, answers with keys. */
export async function checkIssuer({ jwt }: ApiConfig): Promise<Finding[]> {
  if (!jwt) return [];
  const place = placeOf(jwt.jwksUrl);
  const remedy = 'Correct JWT_JWKS_URL, or let this machine reach the provider.';
  try {
    const { keys } = (await (await ask(jwt.jwksUrl)).json()) as { keys?: unknown };
    if (Array.isArray(keys) && keys.length > 0) return [ok('issuer', `${place} answers with keys.`)];
    return [failed('issuer', `${place} answers without keys, so tokens are rejected.`, remedy)];
  } catch {
    return [failed('issuer', `${place} does not answer with JSON, so tokens are rejected.`, remedy)];
  }
}

/** Checks the public address, and whether the proxy in front is trusted. */
export async function checkAddresses({ host, publicUrl, trustProxy }: ApiConfig): Promise<Finding[]> {
  const isPrivate = LOOPBACK.includes(host);
  if (publicUrl === undefined) {
    const message = 'PUBLIC_URL is not set, so links in responses name localhost.';
    return [isPrivate ? ok('address', message) : warning('address', message, 'Set PUBLIC_URL.')];
  }
  const findings = [await checkPublic(publicUrl)];
  const trustsLoopback = trustProxy.length === 1 && trustProxy[0] === 'loopback';
  if (!isPrivate && trustsLoopback) {
    findings.push(
      warning(
        'proxy',
        'Only a proxy on this machine is trusted. If it is on another one, all clients share its limit.',
        'Set TRUST_PROXY to the addresses of the proxy, and let it set X-Forwarded-For.',
      ),
    );
  }
  return findings;
}

async function checkPublic(publicUrl: string): Promise<Finding> {
  const place = placeOf(publicUrl);
  const remedy = 'Start the service, and check the proxy, its certificate and PUBLIC_URL.';
  try {
    const response = await ask(`${publicUrl}/live`);
    const { status } = (await response.json()) as { status?: string };
    if (status === 'live') return ok('address', `${place} answers.`);
    return warning('address', `${place} is answered by something other than Dossier.`, remedy);
  } catch {
    return warning('address', `${place} does not answer from here.`, remedy);
  }
}
