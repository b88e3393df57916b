import * as store from '@dossier/store';
import { Argument, Option, type Command } from 'commander';
import { AdminError, numberTo, rowsOf, unknownOrganization, type Run } from './command.ts';

/** Adds the commands of organizations. */
export function addOrganizations(admin: Command, run: Run): void {
  const plan = 'plan of the organization';
  const orgs = admin.command('orgs').description('Create and list organizations, and change their plans.');
  orgs
    .command('create <name>')
    .description('Create an organization.')
    .addOption(new Option('--plan <plan>', plan).choices(store.apiPlans).makeOptionMandatory())
    .action((name: string, options: { plan: string }) =>
      run(async (_db, change) => {
        const entry = { subject: name, details: { plan: options.plan } };
        if (!(await change('orgs create', entry, (trx) => store.createOrganization(trx, name, options.plan))))
          throw new AdminError(
            `There is or was already an organization "${name}". See: npm run admin -- orgs list`,
          );
        return { message: `Created "${name}" with the plan ${options.plan}.` };
      }),
    );
  orgs
    .command('plan <name>')
    .addArgument(new Argument('<plan>', plan).choices(store.apiPlans))
    .description('Change the plan of an organization and, at once, of its keys.')
    .action((name: string, next: string) =>
      run(async (_db, change) => {
        const entry = { subject: name, details: { plan: next } };
        if (!(await change('orgs plan', entry, (trx) => store.changePlan(trx, name, next))))
          throw unknownOrganization(name);
        return { message: `"${name}" has the plan ${next}.` };
      }),
    );
  orgs
    .command('suspend <name>')
    .description('Reject the keys and tokens of an organization, until it is resumed.')
    .action((name: string) =>
      run(async (_db, change) => {
        if (!(await change('orgs suspend', { subject: name }, (trx) => store.suspendOrganization(trx, name))))
          throw new AdminError(`There is no active organization "${name}". See: npm run admin -- orgs list`);
        return { message: `Suspended "${name}".` };
      }),
    );
  orgs
    .command('resume <name>')
    .description('End the suspension of an organization.')
    .action((name: string) =>
      run(async (_db, change) => {
        if (!(await change('orgs resume', { subject: name }, (trx) => store.resumeOrganization(trx, name))))
          throw new AdminError(
            `There is no suspended organization "${name}". See: npm run admin -- orgs list`,
          );
        return { message: `Resumed "${name}".` };
      }),
    );
  orgs
    .command('rename <name> <next>')
    .description('Rename an organization. Tokens with the former name still belong to it.')
    .action((name: string, next: string) =>
      run(async (_db, change) => {
        const entry = { subject: name, details: { name: next } };
        await change('orgs rename', entry, async (trx) => {
          const done = await store.renameOrganization(trx, name, next);
          if (done === 'unknown') throw unknownOrganization(name);
          if (done === 'taken')
            throw new AdminError(`"${next}" is or was the name of an organization. Choose another one.`);
          return done;
        });
        return { message: `"${name}" is now "${next}".` };
      }),
    );
  orgs
    .command('delete <name>')
    .description('Delete an organization, revoke its keys and reject its tokens. Its embeds stay.')
    .action((name: string) =>
      run(async (_db, change) => {
        if (!(await change('orgs delete', { subject: name }, (trx) => store.deleteOrganization(trx, name))))
          throw unknownOrganization(name);
        return { message: `Deleted "${name}" and revoked its keys.` };
      }),
    );
  orgs
    .command('list')
    .description('List organizations.')
    .action(() => run(async (db) => ({ rows: rowsOf(await store.listOrganizations(db)) })));
  orgs
    .command('usage <name>')
    .description('Show what an organization used by day and operation, newest day first.')
    .option('--days <days>', 'the number of days, with today', numberTo(store.MAX_USAGE_DAYS), 30)
    .action((name: string, { days }: { days: number }) =>
      run(async (db) => {
        const found = await store.standingOf(db, name);
        if (!found) throw unknownOrganization(name);
        const since = store.firstDay(days, new Date());
        return { rows: rowsOf(await store.readUsage(db, found.organization, since, 'operation')) };
      }),
    );
}
