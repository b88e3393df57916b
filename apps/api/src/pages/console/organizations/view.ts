import { asChoices, column, html, input, select, table, type Column, type Markup } from '@dossier/pages';
import { apiPlans, type listOrganizations } from '@dossier/store';
import { named } from '../../../views/words.ts';
import { may } from '../../../http/auth/roles.ts';
import { to, type Signed } from '../console.ts';
import { action, facts, time } from '../forms.ts';
import type { Usage } from '../../../resources/usage/contract.ts';
import type { Webhook } from '../../../resources/webhooks/contract.ts';
import { viewEmbeds, viewKeys, viewUsage, type Embed, type Key } from '../organization/view.ts';
import { viewWebhooks } from '../organization/view-webhooks.ts';

/** An organization, with its number of keys that are not revoked. */
type Organization = Awaited<ReturnType<typeof listOrganizations>>[number];

const state = ({ suspended_at }: Organization): Markup =>
  suspended_at === null ? html`<span class="good">active</span>` : html`<span class="bad">suspended</span>`;
const plans = asChoices(apiPlans);

/** Returns the address of an organization below `/console`. */
export const addressOf = (name: string): string => `/organizations/one?${new URLSearchParams({ name })}`;

/** Returns the page of all organizations. */
export function viewOrganizations(context: Signed, organizations: Organization[]): Markup {
  const columns: Column<Organization>[] = [
    column.name('Name', ({ name }) => html`<a href="${to(context, addressOf(name))}">${named(name)}</a>`),
    column.wide('Plan', ({ plan }) => plan),
    column.wide('State', state),
    column.number('Keys', ({ keys }) => keys),
    column.day('Since', ({ created_at }) => time(created_at)),
  ];
  return html`<h1>Organizations</h1>
    ${
      may(context.caller, 'admin') &&
      html`<details>
        <summary>Make an organization</summary>
        ${action(context, '/organizations/create', 'Make the organization', {
          main: true,
          fields: html`${input({ name: 'name', label: 'Name' })}
          ${select({ name: 'plan', label: 'Plan', choices: plans })}`,
        })}
      </details>`
    }
    <p role="status">
      ${organizations.length === 1 ? '1 organization' : `${organizations.length} organizations`}.
    </p>
    ${table('Organizations', organizations, columns)}`;
}

/** Returns the page of one organization. */
export function viewOrganization(
  context: Signed,
  organization: Organization,
  {
    keys,
    usage,
    webhooks,
    embeds,
  }: { keys: Key[]; usage: Usage['days']; webhooks: Webhook[]; embeds: Embed[] },
): Markup {
  const { name, plan, suspended_at } = organization;
  const canChange = may(context.caller, 'admin');
  return html`<h1>${named(name)}</h1>
    ${facts([
      ['Plan', plan],
      ['State', state(organization)],
      ['Since', time(organization.created_at)],
    ])}
    ${
      canChange &&
      html`${
          suspended_at === null
            ? action(context, '/organizations/suspend', 'Suspend', { values: { name } })
            : action(context, '/organizations/resume', 'Resume', { values: { name } })
        }
        <details>
          <summary>Change the plan</summary>
          ${action(context, '/organizations/plan', 'Change the plan', {
            values: { name },
            fields: select({ name: 'plan', label: 'Plan', value: plan, choices: plans }),
          })}
        </details>`
    }
    <h2>Keys</h2>
    ${viewKeys(context, keys, { base: '/organizations/keys', values: { organization: name }, canChange })}
    <h2>Usage of the last 30 days</h2>
    ${viewUsage(usage)}
    <h2>Webhooks</h2>
    ${viewWebhooks(webhooks, (id) => to(context, `/organizations/webhooks/${id}`))}
    <h2>Embeds</h2>
    ${viewEmbeds(embeds)}`;
}
