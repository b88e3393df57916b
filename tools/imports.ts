import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files that each file imports, by path. */
export type Imports = Record<string, string[]>;

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/**
 * Reads the relative imports of all TypeScript files in a folder, without tests and what is for tests (`testing/`). Paths
 * are relative to the folder.
 */
export function readImports(folder: string): Imports {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) =>
    /^(?!.*\b(testing|node_modules|dist)\/).*(?<!\.(test|campaign))\.ts$/.test(file),
  );
  return Object.fromEntries(
    sources.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return [file, [...text.matchAll(IMPORT)].map(([, path]) => join(dirname(file), path!))];
    }),
  );
}

/**
 * Finds folders that import each other in a circle, such as `a -> b -> a`. Compares the folders of each folder, and the
 * files next to them one by one.
 */
export function findCircles(imports: Imports): string[] {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const [file, targets] of Object.entries(imports)) {
    for (const target of targets) {
      const [folder, from, to] = parting(file, target);
      if (from === to) continue;
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      graphs.set(folder, graph.set(from, (graph.get(from) ?? new Set()).add(to)));
    }
  }
  return [...graphs.values()].flatMap((graph) => circleIn(graph) ?? []);
}

/** The folder that two files share, and their paths up to the first part in which they differ. */
function parting(a: string, b: string): [folder: string, a: string, b: string] {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((part, i) => part !== right[i]);
  if (at === -1) return [a, a, a];
  const upTo = (parts: string[]) => parts.slice(0, at + 1).join('/');
  return [left.slice(0, at).join('/'), upTo(left), upTo(right)];
}

function circleIn(graph: Map<string, Set<string>>): string | undefined {
  const done = new Set<string>();
  const walk = (node: string, path: string[]): string | undefined => {
    const start = path.indexOf(node);
    if (start !== -1) return [...path.slice(start), node].join(' -> ');
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next, [...path, node]);
      if (circle !== undefined) return circle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const circle = walk(node, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
