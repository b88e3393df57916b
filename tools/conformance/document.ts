import { DATABASES, ENGINES, type Evidence, type Verdict } from './judge.ts';

/** The maximum number of tests in a row. */
const NAMED = 3;

/** Returns each requirement with the tests that show it, as Markdown. */
export function conformanceDocument(verdicts: Verdict[]): string {
  const sections = [...new Set(verdicts.map(({ requirement }) => requirement.section))];
  return [
    '# Conformance',
    '',
    'Generated from `tools/conformance/requirements.md` and the results of the tests.',
    `${verdicts.length} requirements. \`(chosen)\` marks our choices where the specification is silent.`,
    'The last column names the databases, and the search engines if the test depends on one.',
    ...sections.flatMap((section) => [
      '',
      `## ${section}`,
      '',
      '| number | requirement | shown by | shown on |',
      '| ------ | ----------- | -------- | --------- |',
      ...verdicts.filter(({ requirement }) => requirement.section === section).map(row),
    ]),
    '',
  ].join('\n');
}

function row({ requirement: { id, text }, evidence }: Verdict): string {
  const places = [
    ...DATABASES.filter((name) => evidence.some(({ databases }) => databases.includes(name))),
    ...ENGINES.filter((name) => evidence.some(({ engines }) => engines.includes(name))),
  ];
  const more = evidence.length > NAMED ? `<br>and ${evidence.length - NAMED} more` : '';
  const tests = evidence.slice(0, NAMED).map(nameOf).join('<br>') + more;
  return `| ${id} | ${escape(text)} | ${tests} | ${places.join(', ') || 'needs neither'} |`;
}

const nameOf = ({ file, title }: Evidence) => `${escape(title)} (\`${file}\`)`;
const escape = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll(/<(?=[\w/])/g, '&lt;');
