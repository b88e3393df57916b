import type { Io, Output, Row } from './command.ts';

/**
 * Prints the output of a command: JSON, a table or a message. A key or a link is alone on standard output, so that
 * scripts can read it.
 */
export function print({ out, err }: Io, output: Output, json: boolean): void {
  if (json) out(`${JSON.stringify('rows' in output ? output.rows : output)}\n`);
  else if ('rows' in output) out(output.rows.length > 0 ? table(output.rows) : 'None.\n');
  else if ('message' in output) out(`${output.message}\n`);
  else {
    out(`${'key' in output ? output.key : output.link}\n`);
    if (output.expires_at !== null) err(`It expires at ${output.expires_at}.\n`);
  }
}

function table(rows: Row[]): string {
  const names = Object.keys(rows[0]!);
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '-')))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)));
  const line = (texts: string[]) =>
    texts
      .map((text, column) => text.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return `${cells.map(line).join('\n')}\n`;
}
