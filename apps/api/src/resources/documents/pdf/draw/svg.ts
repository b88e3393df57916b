/** The maximum number of elements of a drawing. An element counts each time a reference draws it. */
const MAX_DRAWN = 20_000;
const MAX_SVG = 1024 * 1024;

const MAX_DEPTH = 200;

/** Matches an XML tag. The tag cannot contain `<`, which keeps matching fast. */
const TAG = /<(?<end>\/?)(?<name>[a-z][\w:.-]*)(?<attributes>(?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/iy;
const REFERENCE = /(?:href\s*=\s*["']\s*#|url\(\s*["']?#)([^"')\s]+)/gi;
/** Matches attributes as XML separates them. */
const ATTRIBUTES = /^(?:\s+[^\s=/"'<>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?$/;
/**
 * Matches ids and references with entities or blanks: the library that draws them reads them otherwise than this file. Each part
 * ends before the next can begin, which keeps matching fast.
 */
const ENCODED =
  /(?:^|\s)id\s*=\s*(?:"[^"&]*&|'[^'&]*&)|href\s*=\s*(?:"\s*(?:&|#[^"&\s]*[&\s])|'\s*(?:&|#[^'&\s]*[&\s]))|url\([^()&\s]*[&\s]/i;
const SKIPPED: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * Returns true if a drawing is safe to draw: its tags are well formed, and it is not too long or too deep. It contains
 * no pictures, which could name any local file and have any size. Its references draw a limited number of elements.
 */
export function isDrawable(svg: string): boolean {
  if (svg.length > MAX_SVG || /<(?:[\w.-]+:)?(?:image|feImage|foreignObject)[\s/>]/i.test(svg)) return false;
  return !/url\(/i.test(styleSheets(svg)) && drawnElements(svg) <= MAX_DRAWN;
}

interface Tag {
  isEnd: boolean;
  isEmpty: boolean;
  name: string;
  attributes: string;
}

/** Yields the tags in order. Yields undefined and stops at a `<` that does not begin a tag. */
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

/** Returns the text of the style sheets, whose references may apply to any element. */
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

/** Counts the drawn elements, each as often as it is referenced. Returns Infinity if there is no limit. */
function drawnElements(svg: string): number {
  const all: Group = { elements: 0, references: [] };
  const named = new Map<string, Group>();
  const open: { name: string; group: Group | undefined }[] = [];
  for (const tag of tagsOf(svg)) {
    if (!tag || open.length > MAX_DEPTH || all.elements > MAX_DRAWN) return Infinity;
    if (tag.isEnd) {
      const at = open.findLastIndex(({ name }) => name === tag.name);
      if (at !== -1) open.length = at;
      continue;
    }
    if (!ATTRIBUTES.test(tag.attributes) || ENCODED.test(tag.attributes)) return Infinity;
    const id = /(?:^|\s)id\s*=\s*["']([^"']*)["']/i.exec(tag.attributes)?.[1];
    const group: Group | undefined = id === undefined ? undefined : { elements: 0, references: [] };
    // Of two elements with one id, the first is drawn.
    if (id !== undefined && group && !named.has(id)) named.set(id, group);
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
    const before = depth > MAX_DEPTH ? Infinity : known.get(group);
    if (before !== undefined) return before;
    // Until a group is counted, a reference to it is circular.
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
