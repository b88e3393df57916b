import ipaddr from 'ipaddr.js';

/** Names that only a private network resolves. */
const PRIVATE_NAME = /^[^.]+$|\.(local|localhost|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * Returns whether an address can be on the public internet: not an IP address of a private network or of this machine,
 * and not a name that only a private network knows. Names are not resolved.
 */
export function isPublicAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return !PRIVATE_NAME.test(host);
}
