import type { Endpoint } from '../endpoint.ts';
import { pathsOf } from '../../rows/read.ts';
import { beginsWithParameter, isRootOf } from './roots.ts';

/** The route of a path, with the values of its parameters, not yet decoded. */
export interface Found<T> {
  found: T;
  params: Record<string, string>;
}

/** One value for each part between slashes, as most paths have. */
const SIMPLE = /^(\/(:\w+|[\w.-]*))+$/;

interface Pattern<T> {
  form: RegExp;
  names: string[];
  /** Undefined for paths that only Express takes apart. */
  found: T | undefined;
  /** Set if the route does not accept paths that begin like the path of another endpoint. The fallbacks answer those. */
  leaves: boolean;
}

/**
 * Returns a function that finds the route of a GET's path, as Express would: the first match wins, letter case is ignored,
 * and a trailing slash is allowed. It returns undefined for paths that Express must match.
 */
export function findRoute<T extends { endpoint: Endpoint }>(
  all: T[],
): (path: string) => Found<T> | undefined {
  const isRoot = isRootOf(all.map(({ endpoint }) => endpoint));
  const patterns: Pattern<T>[] = [];
  const fixed = new Map<string, T | undefined>();
  for (const one of all) {
    if (one.endpoint.method !== 'GET') continue;
    for (const path of pathsOf(one.endpoint)) {
      if (path.includes(':')) patterns.push(patternOf(path, one));
      else if (!patterns.some(({ form }) => form.test(path)) && !fixed.has(path)) fixed.set(path, one);
    }
  }
  return (path) => {
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const found = fixed.get(bare) ?? fixed.get(bare.toLowerCase());
    if (found) return { found, params: NONE };
    for (const pattern of patterns) {
      const values = pattern.form.exec(bare);
      if (!values) continue;
      if (pattern.leaves && isRoot(bare)) return undefined;
      return pattern.found && withParams(pattern.found, pattern.names, values);
    }
    return undefined;
  };
}

const NONE = {};

function patternOf<T>(path: string, one: T): Pattern<T> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const form = path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '([^/]+)');
  return {
    form: new RegExp(`^${form}$`, 'i'),
    names,
    found: SIMPLE.test(path) ? one : undefined,
    leaves: beginsWithParameter(path),
  };
}

/** Returns undefined for a malformed percent-encoding, for which Express returns an error. */
function withParams<T>(found: T, names: string[], values: string[]): Found<T> | undefined {
  const params: Record<string, string> = {};
  try {
    for (const [place, name] of names.entries()) params[name] = decodeURIComponent(values[place + 1]!);
  } catch {
    return undefined;
  }
  return { found, params };
}
