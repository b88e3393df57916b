import { extname } from 'node:path';
import type { Kind } from '../kinds/kind.ts';

/** Counts the files of directories that are not read, for one warning. */
export function leftOutFiles({ plural, importedExtensions }: Kind): {
  add: (path: string) => void;
  warning: () => string | undefined;
} {
  const counts = new Map<string, number>();
  return {
    add: (path) => {
      const extension = extname(path).toLowerCase();
      if (importedExtensions?.has(extension)) return;
      counts.set(extension, (counts.get(extension) ?? 0) + 1);
    },
    warning: () => {
      if (counts.size === 0) return undefined;
      const all = [...counts.values()].reduce((a, b) => a + b);
      const named = [...counts].map(([extension, n]) => `${n} ${extension || 'without an extension'}`);
      const files = all === 1 ? '1 file that' : `${all} files that`;
      return `files left out: ${files} no ${plural} are read from by that name (${named.join(', ')}); a file that is named is read`;
    },
  };
}
