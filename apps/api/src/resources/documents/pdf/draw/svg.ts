/** Elements that drawing a picture may take, those that are drawn again by reference each time. */
const MOST_DRAWN = 20_000;
const LONGEST = 1024 * 1024;

const DEEPEST = 200;

/** A tag as XML has it: no `<` in it, so that reading it ends soon. */
const TAG = /<(?<end>\/?)(?<name>[a-z][\w:.-]*)(?<attributes>(?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/iy;
const REFERENCE = /(?:href\s*=\s*["']\s*#|url\(\s*["']?#)([^"')\s]+)/gi;
const SKIPPED: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * True for a drawing that may be drawn: well formed as far as its tags go, not too long or deep, without pictures of
 * its own (their files could be any of this machine, and their size is unknown), and without references that
 * multiply beyond what can be drawn.
 */
export function isDrawable(svg: string): boolean {
  if (svg.length > LONGEST || /<(?:[\w.-]+:)?(?:image|feImage|foreignObject)[\s/>]/i.test(svg)) return false;
  return !/url\(/i.test(styleSheets(svg)) && drawnElements(svg) <= MOST_DRAWN;
}

interface Tag {
  isEnd: boolean;
  isEmpty: boolean;
  name: string;
  attributes: string;
}

/** The tags in order; undefined comes last where something else than a tag begins with `<`. */
function* tagsOf(svg: string): Generator<Tag | undefined> {
  for (let at = svg.indexOf('<'); at !== -1; at = svg.indexOf('<', at)) {
    const skipped = SKIPPED.find(([start]) => svg.startsWith(start, at));
    if (skipped) {
      const end = svg.indexOf(skipped[1], at);
      if (end === -1) {
        yield undefined;
        return;
      }
      at = end + skipped[1].length;
      continue;
    }
    if (/^<!doctype[^[<>]*>/i.test(svg.slice(at, at + 300))) {
      at = svg.indexOf('>', at);
      continue;
    }
    TAG.lastIndex = at;
    const groups = TAG.exec(svg)?.groups;
    if (!groups) {
      yield undefined;
      return;
    }
    const { end, name, attributes } = groups as Record<'end' | 'name' | 'attributes', string>;
    yield { isEnd: end !== '', isEmpty: attributes.endsWith('/'), name, attributes };
    at = svg.indexOf('>', at + 1 + end.length + name.length + attributes.length);
  }
}

/** References of style sheets cannot be told from the elements that they meet. */
const styleSheets = (svg: string): string =>
  svg
    .split(/<style[\s>]/i)
    .slice(1)
    .map((rest) => rest.split(/<\/style/i)[0]!)
    .join('');

interface Group {
  elements: number;
  references: string[];
}

/** How many elements are drawn, each as often as something refers to it; infinite where that cannot be told. */
function drawnElements(svg: string): number {
  const all: Group = { elements: 0, references: [] };
  const named = new Map<string, Group>();
  const open: { name: string; group: Group | undefined }[] = [];
  for (const tag of tagsOf(svg)) {
    if (!tag || open.length > DEEPEST || all.elements > MOST_DRAWN) return Infinity;
    if (tag.isEnd) {
      const at = open.findLastIndex(({ name }) => name === tag.name);
      if (at !== -1) open.length = at;
      continue;
    }
    const id = /(?:^|\s)id\s*=\s*["']([^"']*)["']/i.exec(tag.attributes)?.[1];
    const group: Group | undefined = id === undefined ? undefined : { elements: 0, references: [] };
    if (id !== undefined && group) named.set(id, group);
    const references = [...tag.attributes.matchAll(REFERENCE)].map((match) => match[1]!);
    for (const around of [all, ...open.map((each) => each.group), group]) {
      if (!around) continue;
      around.elements++;
      around.references.push(...references);
    }
    if (!tag.isEmpty) open.push({ name: tag.name, group });
  }
  return countDrawn(all, named);
}

function countDrawn(all: Group, named: Map<string, Group>): number {
  const known = new Map<Group, number>();
  const drawn = (group: Group, depth: number): number => {
    const before = depth > DEEPEST ? Infinity : known.get(group);
    if (before !== undefined) return before;
    // As long as it is not known, it is its own ancestor.
    known.set(group, Infinity);
    const inner = group.references.reduce((sum, id) => {
      const target = named.get(id);
      return sum + (target ? drawn(target, depth + 1) : 0);
    }, 0);
    known.set(group, group.elements + inner);
    return group.elements + inner;
  };
  return drawn(all, 0);
}
