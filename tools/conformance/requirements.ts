/** A point of the specification, as `requirements.md` says it. */
export interface Requirement {
  id: string;
  section: string;
  text: string;
}

const LINE = /^- (R-[A-Z]+-\d+) (\S.*)$/;

/**
 * Reads the list of requirements: headings, and under each a line for each requirement.
 * @throws Error for a list line of another form, or a number given twice
 */
export function parseRequirements(markdown: string): Requirement[] {
  const found = new Map<string, Requirement>();
  let section = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!/^\s*[-*+]\s/.test(line)) continue;
    const [, id, text] = LINE.exec(line) ?? [];
    if (id === undefined || text === undefined) throw new Error(`This line is no requirement: ${line}`);
    if (found.has(id)) throw new Error(`${id} is given twice.`);
    found.set(id, { id, section, text });
  }
  return [...found.values()];
}
