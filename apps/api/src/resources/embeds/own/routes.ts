import { fail } from '@dossier/shared';
import { deleteOwnTable, listOwnTables, MAX_OWN_TABLES, saveOwnTable } from '@dossier/store';
import { mayEdit } from '../../../http/auth/roles.ts';
import { route, type Route } from '../../../services.ts';
import { pageOf, placesOf, seeOther } from '../builder/places.ts';
import { changeAs, signedIn, type SignedIn } from '../builder/signed-in.ts';
import * as contract from './contract.ts';
import { readTable, storedColumns, type ReadTable } from './table.ts';
import { viewOwn } from './view.ts';

const readGiven = ({ text, notation }: contract.OwnInput, now: string) =>
  readTable(text, now.slice(0, 10), notation === '' ? undefined : notation);

async function pageWith(context: SignedIn, given?: contract.OwnInput, read?: ReadTable) {
  const { db, caller } = context;
  const tables = await listOwnTables(db, caller.organization);
  const view = viewOwn(placesOf(context), {
    tables,
    mayEdit: mayEdit(caller),
    ...(given && read && { given, read }),
  });
  return pageOf(view, read?.problem === undefined ? 200 : 400);
}

/** Shows how a table was read, or stores it and opens the builder with it. */
async function save(context: SignedIn, given: contract.OwnInput) {
  const { caller, now } = context;
  const read = readGiven(given, now);
  if (given.store === undefined || read.problem !== undefined) return pageWith(context, given, read);
  const name = given.name || 'Table';
  const table = { creator: caller.organization, name, columns: storedColumns(read), now };
  const entry = { action: 'add table', details: { name, columns: table.columns.length } };
  const id = await changeAs<string>(context, { ...entry, subject: (uuid) => uuid }, (trx) =>
    saveOwnTable(trx, table),
  );
  if (id !== undefined) return seeOther(`${placesOf(context).builder}?table=${id}`);
  const problem = `You have ${MAX_OWN_TABLES} tables, which is the limit. Delete one below first.`;
  return pageWith(context, given, { ...read, problem });
}

export const routes: Route[] = [
  route(
    contract.getOwn,
    signedIn<object>((context) => pageWith(context)),
  ),
  route(contract.postOwn, signedIn(save, true)),
  route(
    contract.postDeleteOwn,
    signedIn<{ table_id: string }>(async (context, { table_id: id }) => {
      const { organization: creator } = context.caller;
      const entry = { action: 'delete table', subject: id, details: (name: string) => ({ name }) };
      const deleted = await changeAs(context, entry, (trx) => deleteOwnTable(trx, { id, creator }));
      if (deleted === undefined) throw fail('not_found');
      return seeOther(`${placesOf(context).builder}/data`);
    }, true),
  ),
];
