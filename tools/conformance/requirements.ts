/** A requirement of the specification, as `requirements.md` states it. */
export interface Requirement {
  id: string;
  section: string;
  text: string;
}

const LINE = /^- (R-[A-Z]+-\d+) (\S.*)$/;

/**
 * Parses the list of requirements: headings, each with a list of requirements.
 * @throws Error for a list item of another form, or a repeated number
 */
export function parseRequirements(markdown: string): Requirement[] {
  const found = new Map<string, Requirement>();
  let section = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!/^\s*[-*+]\s/.test(line)) continue;
    const [, id, text] = LINE.exec(line) ?? [];
    if (id === undefined || text === undefined)
      throw new Error(`This list item is not a requirement: ${line}`);
    if (found.has(id)) throw new Error(`${id} appears twice.`);
    found.set(id, { id, section, text });
  }
  return [...found.values()];
}
