/** HTML in which every text is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | undefined | false | Part[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function write(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(write).join('');
  return String(part).replaceAll(/[&<>"']/g, (letter) => escapes[letter]!);
}

/** Template tag that returns markup. Texts are escaped; undefined and false become nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, i) => text + write(parts[i])).join(''));
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
