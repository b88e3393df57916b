import type { Command } from 'commander';
import type { Io } from './command.ts';

/** Adds the command that explains a deployment. Its checks are loaded only when it runs. */
export function addDoctor(admin: Command, io: Io, fail: (code: number) => void): void {
  admin
    .command('doctor')
    .description('Check the settings, the database, the search index and the addresses; end with what to do.')
    .addHelpText(
      'after',
      `
Run it with the settings of the service. It changes nothing and prints no secrets.

Examples:
  npm run admin -- doctor
  npm run --silent admin -- --json doctor

Exit codes:
  0  nothing keeps the service from working; there may be warnings
  1  at least one error`,
    )
    .action(async () => {
      const { diagnose, formatDiagnosis } = await import('./doctor.ts');
      const found = await diagnose(io.env);
      const json = admin.opts<{ json?: boolean }>().json === true;
      io.out(json ? `${JSON.stringify(found)}\n` : formatDiagnosis(found));
      if (found.findings.some(({ level }) => level === 'error')) fail(1);
    });
}
