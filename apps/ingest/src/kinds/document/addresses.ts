import { parseAddress } from '@dossier/shared';

/** What browsers strip from an address before they read its scheme: control characters and blanks at its ends. */
const IGNORED = /^[^!-\uffff]+|[^!-\uffff]+$|[\t\n\r]/g;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

const clean = (address: string): string => address.replace(IGNORED, '');

/**
 * The target of a link as it may be given out: http, https, mailto, or relative to the page it came from.
 * Anything else (`javascript:`, `data:`, an unreadable address) is undefined. Control characters are removed
 * first, as the URL standard does, so that they cannot hide a scheme.
 */
export function linkTarget(address: string): string | undefined {
  const target = clean(address);
  const scheme = SCHEME.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined) return target === '' ? undefined : target;
  if (scheme === 'mailto') return target;
  return isWebScheme(scheme) && parseAddress(target) ? target : undefined;
}

/** The address of an image or an embed: http, https or relative (kept as given); anything else is undefined. */
export function mediaSource(address: string): string | undefined {
  const source = linkTarget(address);
  return source === undefined || source.startsWith('#') || /^mailto:/i.test(source) ? undefined : source;
}

const isWebScheme = (scheme: string) => scheme === 'http' || scheme === 'https';
