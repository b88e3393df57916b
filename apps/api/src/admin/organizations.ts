import * as store from '@dossier/store';
import { Argument, Option, type Command } from 'commander';
import {
  AdminError,
  changesOf,
  missing,
  nameIn,
  numberTo,
  rowsOf,
  unknownOrganization,
  type Run,
} from './command.ts';

/** Adds the commands of organizations. */
export function addOrganizations(admin: Command, run: Run): void {
  const plan = 'plan of the organization';
  const change = changesOf(run, 'orgs', unknownOrganization);
  const orgs = admin.command('orgs').description('Create and list organizations, and change their plans.');
  orgs
    .command('create')
    .argument('<name>', 'name of the organization', nameIn)
    .description('Create an organization.')
    .addOption(new Option('--plan <plan>', plan).choices(store.apiPlans).makeOptionMandatory())
    .action((name: string, { plan }: { plan: string }) =>
      change('create', name, (trx) => store.createOrganization(trx, name, plan), {
        details: { plan },
        message: `Created "${name}" with the plan ${plan}.`,
        problem: new AdminError(`"${name}" is or was the name of an organization. Choose another one.`),
      }),
    );
  orgs
    .command('plan <name>')
    .addArgument(new Argument('<plan>', plan).choices(store.apiPlans))
    .description('Change the plan of an organization. Its keys follow at once.')
    .action((name: string, plan: string) =>
      change('plan', name, (trx) => store.changePlan(trx, name, plan), {
        details: { plan },
        message: `"${name}" has the plan ${plan}.`,
      }),
    );
  orgs
    .command('suspend <name>')
    .description('Reject the keys and tokens of an organization, until it is resumed.')
    .action((name: string) =>
      change('suspend', name, (trx) => store.suspendOrganization(trx, name), {
        message: `Suspended "${name}".`,
        problem: missing('orgs', `active organization "${name}"`),
      }),
    );
  orgs
    .command('resume <name>')
    .description('End the suspension of an organization.')
    .action((name: string) =>
      change('resume', name, (trx) => store.resumeOrganization(trx, name), {
        message: `Resumed "${name}".`,
        problem: missing('orgs', `suspended organization "${name}"`),
      }),
    );
  orgs
    .command('rename <name>')
    .argument('<next>', 'next name', nameIn)
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
      change('delete', name, (trx) => store.deleteOrganization(trx, name), {
        message: `Deleted "${name}" and revoked its keys.`,
      }),
    );
  orgs
    .command('list')
    .description('List organizations.')
    .action(() => run(async (db) => ({ rows: rowsOf(await store.listOrganizations(db)) })));
  orgs
    .command('usage <name>')
    .description('Show what an organization used by day and operation, newest day first.')
    .option('--days <days>', 'the number of days, including today', numberTo(store.MAX_USAGE_DAYS), 30)
    .action((name: string, { days }: { days: number }) =>
      run(async (db) => {
        const found = await store.findOrganizationByName(db, name);
        if (!found) throw unknownOrganization(name);
        const since = store.firstDay(days, new Date());
        return { rows: rowsOf(await store.readUsage(db, found.organization, since, 'operation')) };
      }),
    );
}
