import { parseAddress } from '@dossier/shared';

/** What browsers strip from an address before they read its scheme. */
const IGNORED = /^[^!-\uffff]+|[^!-\uffff]+$|[\t\n\r]/g;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

const clean = (address: string): string => address.replace(IGNORED, '');

/**
 * Returns a link target that the API may publish: http, https, mailto or relative. Returns undefined for anything
 * else, such as `javascript:`, `data:` or an unreadable address. Strips control characters first, as the URL standard
 * does, because they could hide a scheme.
 */
export function linkTarget(address: string): string | undefined {
  const target = clean(address);
  const scheme = SCHEME.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined) return target === '' ? undefined : target;
  if (scheme === 'mailto') return target;
  return isWebScheme(scheme) && parseAddress(target) ? target : undefined;
}

/** Returns the address of an image or embed if it is http, https or relative, else undefined. */
export function mediaSource(address: string): string | undefined {
  const source = linkTarget(address);
  return source === undefined || source.startsWith('#') || /^mailto:/i.test(source) ? undefined : source;
}

const isWebScheme = (scheme: string) => scheme === 'http' || scheme === 'https';
