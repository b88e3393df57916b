import { parse } from 'tldts';
import { isSharedHost } from '../../fields/hosts.ts';

/** Archives and caches, which have the address of a page in their own path. */
const ARCHIVES = /^(?:[\w-]+\.)*(?:archive\.(?:org|ph|is|today|li|vn|fo|md)|webcitation\.org|perma\.cc)$/;
/** Sites whose links lead to another one by a parameter. */
const WAYS =
  /^(?:[\w-]+\.)*(?:google\.[a-z.]{2,6}|webcache\.googleusercontent\.com|facebook\.com|instagram\.com|threads\.net|linkedin\.com|reddit\.com|umblr\.com|tumblr\.com|vk\.com|youtube\.com|bing\.com|duckduckgo\.com|slack-redir\.net|disq\.us|outlook\.com|urldefense\.com|proofpoint\.com|steamcommunity\.com|medium\.com|yandex\.[a-z]{2,3}|baidu\.com|href\.li|anonym\.to|translatetheweb\.com)$/;
/** Pages of search engines about any site. */
const SEARCHES = /^\/(?:search|url|ck\/a|aclk|maps|cache\.aspx)(?:\/|$)/;
const ENGINES = /^(?:[\w-]+\.)*(?:google\.[a-z.]{2,6}|bing\.com|bingj\.com|duckduckgo\.com|yahoo\.com)$/;
/** A site in a path or a parameter, without a protocol. */
const BARE = /^(?:[\w-]+\.)+(?:com|net|org|io|co|example)$/i;
/** Parameters that name where a visitor comes from, not where the link leads. */
const ORIGIN = /^(?:utm_\w+|ref|referr?er|source|src|from|origin|via|share|canonical)$/i;
const NESTED = /https?:(?:\/{1,2}|%2f%2f)[^\s]+$/i;
/** Links that lead through several sites. */
const MAX_STEPS = 4;

/**
 * Returns the address that a link leads to through another site: an archive, a cache, a translation, a redirect. Other
 * addresses are returned as they are. An address in a path is followed through any site;
 * one in a parameter of an unknown site is a problem.
 */
export function innerAddress(address: string, steps = MAX_STEPS): { address: string } | { problem: string } {
  const url = urlOf(address);
  if (!url || steps === 0) return { address };
  const { hostname } = url;
  const next = (inner: string) => innerAddress(inner, steps - 1);
  const translated = /^(.+)\.translate\.goog$/.exec(hostname)?.[1];
  if (translated !== undefined)
    return next(translated.replaceAll('--', '\0').replaceAll('-', '.').replaceAll('\0', '-') + url.pathname);
  const inPath = NESTED.exec(decoded(url.pathname))?.[0];
  if (inPath !== undefined) return next(whole(inPath) + url.search);
  if (ARCHIVES.test(hostname)) {
    const bare = /^\/(?:web\/)?(?:\d[\w*]*|newest|o\/\w+)\/([\w-]+(?:\.[\w-]+)+(?:\/.*)?)$/.exec(
      url.pathname,
    )?.[1];
    if (bare !== undefined) return next(bare);
  }
  const amp = /^\/(?:amp|[civ])(?:\/s)?\/((?:[\w-]+\.)+[a-z]{2,}(?:\/.*)?)$/i.exec(url.pathname)?.[1];
  if (amp !== undefined && /(?:^|\.)(?:ampproject\.org|google\.[a-z.]{2,6})$/.test(hostname))
    return next(amp);
  const named = [...url.searchParams]
    .filter(([name]) => !ORIGIN.test(name))
    .map(([name, value]) => [name, PROOFPOINT.test(value) ? unfolded(value) : value] as const);
  const cached = named.flatMap(([, value]) => /^cache:(?:[\w-]{10,}:)?(\S+)/.exec(value)?.[1] ?? [])[0];
  if (cached !== undefined) return next(cached);
  const inQuery = [...named.map(([, value]) => value), url.search.slice(1)].find((value) =>
    /^https?:\/\/[^\s/?#]+\.[^\s/?#]+/i.test(decoded(value)),
  );
  // A page on a social site may be called like a domain.
  const inPathOf = WAYS.test(hostname) || isSharedHost(hostname) ? [] : url.pathname.split('/');
  const bare = [...named.map(([, value]) => value), ...inPathOf].find((part) => BARE.test(part));
  if (inQuery === undefined && bare === undefined) {
    const isSearch = ENGINES.test(hostname) && SEARCHES.test(url.pathname);
    return isSearch
      ? { problem: `is a page of ${hostname} about a site; give the website of the company itself` }
      : { address };
  }
  const inner = decoded(inQuery ?? bare!);
  if (WAYS.test(hostname)) return next(inner);
  const [outer, other] = [parse(hostname).domain, parse(inner).domain];
  if (outer === other || outer === null) return { address };
  return {
    problem: `leads through ${hostname} to ${other ?? inner}; give the website of the company itself`,
  };
}

/** Proofpoint writes `https-3A__one.example_` for `https://one.example/`. */
const PROOFPOINT = /^https?-3A__/i;
const unfolded = (text: string) => decoded(text.replaceAll(/-([0-9A-F]{2})/gi, '%$1').replaceAll('_', '/'));

function urlOf(address: string): URL | undefined {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  } catch {
    return undefined;
  }
}

/** Archives fold the two slashes of an address in a path, and mail filters end it with two underscores. */
const whole = (address: string) => address.replace(/^(https?):\/(?!\/)/i, '$1://').replace(/__.*$/, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
