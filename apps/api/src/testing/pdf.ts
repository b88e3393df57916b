import { inflateSync } from 'node:zlib';

interface PdfObject {
  head: string;
  stream: string | undefined;
}

/** The parts of a PDF that our tests check. */
interface ReadPdf {
  /** The texts of the pages in reading order. Each separately drawn text is a line, in drawings each letter. */
  pages: string[];
  /** The lowest text of each page, in points above its lower edge, but for the first two texts, which are the footer. */
  lowest: number[];
  /** The dictionaries of all objects. */
  objects: string[];
}

/** Reads a PDF written by pdfkit: plain objects, compressed streams, and fonts with a map to Unicode. */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = new Map<string, PdfObject>();
  const file = bytes.toString('latin1');
  for (const [, id, body] of file.matchAll(/\n(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    const [head, data] = body!.split(/\nstream\n/) as [string, string | undefined];
    const raw = data?.replace(/\nendstream$/, '');
    const stream = raw !== undefined && head.includes('/FlateDecode') ? inflate(raw) : raw;
    objects.set(id!, { head, stream });
  }
  const at = (reference: string) => objects.get(/(\d+) 0 R/.exec(reference)![1]!)!;
  const referred = (object: PdfObject, name: string) =>
    at(new RegExp(`/${name} (\\d+ 0 R)`).exec(object.head)![1]!);

  const root = [...objects.values()].find(({ head }) => /\/Type \/Catalog/.test(head))!;
  const kids = /\/Kids \[([^\]]*)\]/.exec(referred(root, 'Pages').head)![1]!.match(/\d+ 0 R/g)!;
  const contents = kids.map((kid) => referred(at(kid), 'Contents').stream!);
  const lowest = contents.map((content) =>
    Math.min(...[...content.matchAll(/ ([\d.]+) Tm\n/g)].slice(2).map(([, y]) => Number(y))),
  );
  const pages = kids.map((kid, index) => {
    const page = at(kid);
    const resources = referred(page, 'Resources').head;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+ 0 R)/g)].map(([, name, font]) => [
        name!,
        lettersOf(referred(at(font!), 'ToUnicode').stream!),
      ]),
    );
    return textOf(contents[index]!, fonts);
  });
  return { pages, lowest, objects: [...objects.values()].map(({ head }) => head) };
}

function inflate(data: string): string | undefined {
  try {
    return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
  } catch {
    return undefined;
  }
}

/** Returns the characters of a font, by glyph. */
function lettersOf(map: string): string[] {
  return [...map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, , list]) =>
    [...list!.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex]) =>
      Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );
}

function textOf(content: string, fonts: Map<string, string[]>): string {
  let letters: string[] = [];
  const lines: string[] = [];
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|(\[.*?\] TJ|<[0-9a-f]+> Tj)/g)) {
    if (font !== undefined) letters = fonts.get(font)!;
    else {
      const glyphs = [...shown!.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!);
      lines.push(glyphs.map((glyph) => letters[parseInt(glyph, 16)] ?? '').join(''));
    }
  }
  return lines.join('\n');
}
