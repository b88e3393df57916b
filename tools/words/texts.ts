import ts from 'typescript';

/** One text that people read, with the place in its file at which it begins. Its length is that of the source. */
export interface Text {
  start: number;
  text: string;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
const block = (pattern: RegExp) => (text: string) => text.replace(pattern, blank);

/** Returns the prose of a Markdown page: code, addresses and quotations from others (`>`) are blanked. */
export function markdownTexts(page: string): Text[] {
  const prose = [
    /^(`{3,}|~{3,})[^]*?^\1/gm,
    /`[^`\n]*`/g,
    /<!--[^]*?-->/g,
    /\]\([^)\s]*\)/g,
    /https?:\/\/\S+/g,
  ].reduce((text, pattern) => block(pattern)(text), page);
  return [{ start: 0, text: prose }];
}

/** Returns the comments of YAML, shell and environment files. */
export function commentTexts(file: string): Text[] {
  return [...file.matchAll(/(?:^|\s)#.*$/gm)].map((match) => ({ start: match.index, text: match[0] }));
}

/**
 * Returns the string and template literals of TypeScript or JavaScript. `${…}` is replaced by dots; the literals in it are texts
 * of their own, and the comments of style sheets in them are blanked. With `comments`, returns the comments too.
 */
export function sourceTexts(path: string, code: string, comments = false): Text[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      texts.push({ start: node.getStart(), text: node.getText() });
    } else if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(({ literal }) => literal);
      let text = node.head.getText();
      for (const part of parts) {
        const before = node.getStart() + text.length;
        text += code.slice(before, part.getStart()).replace(/[^\n]/g, '…') + part.getText();
      }
      texts.push({ start: node.getStart(), text });
    }
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  const sentences = texts
    .filter(({ text }) => /\S\s+\S/.test(text))
    .map(({ start, text }) => ({
      start,
      text: text.replace(/\\[nrt]/g, '  ').replace(/\/\*[^]*?\*\//g, blank),
    }));
  if (!comments) return sentences;
  const remarks = [...code.matchAll(/\/\*[^]*?\*\/|(?:^|\s)\/\/.*$/gm)];
  return [...sentences, ...remarks.map((match) => ({ start: match.index, text: match[0] }))];
}
