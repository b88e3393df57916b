/** HTML in which every text is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template shows. Undefined, null and false become nothing. */
export type Part = string | number | Markup | undefined | null | false | Part[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function write(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) {
    let all = '';
    for (const each of part) all += write(each);
    return all;
  }
  const text = String(part);
  return UNSAFE.test(text) ? text.replaceAll(EACH_UNSAFE, (letter) => escapes[letter]!) : text;
}

const UNSAFE = /[&<>"']/;
const EACH_UNSAFE = /[&<>"']/g;

/** The texts of templates. The indentation of their lines is a third of a page, and means nothing. */
const templates = new WeakMap<TemplateStringsArray, string[]>();

function textsOf(strings: TemplateStringsArray): string[] {
  let texts = templates.get(strings);
  if (!texts) templates.set(strings, (texts = strings.map((text) => text.replaceAll(/\n\s+/g, '\n'))));
  return texts;
}

/** Template tag that returns markup. Texts are escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const texts = textsOf(strings);
  let all = texts[0]!;
  for (let place = 0; place < parts.length; place++) all += write(parts[place]) + texts[place + 1]!;
  return new Markup(all);
}

/** Returns the markup of a description with paragraphs, lists (`- `) and code in backticks. */
export function prose(text: string): Markup[] {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith('- ')))
      return html`<ul>
        ${lines.map((line) => html`<li>${words(line.slice(2))}</li>`)}
      </ul>`;
    return html`<p>${words(lines.join(' '))}</p>`;
  });
}

/** Returns the markup of a line of text with code in backticks. */
export const words = (text: string): Markup[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
