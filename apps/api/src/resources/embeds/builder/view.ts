import { barePage, html, type Markup } from '@dossier/pages';
import { chosenIn, namedBy, MAX_EMBED_COMPANIES, type Choices } from './choices.ts';
import type { Found } from './find.ts';
import type { Made, Invalid } from './make.ts';
import { styles } from './styles.ts';
import { datasetsView, formsView } from './view-forms.ts';
import { errorView, flag, optionsView } from './view-options.ts';
import { resultView } from './view-result.ts';
import type { SavedView } from './view-save.ts';

/** The addresses that the pages link to: paths of this service. */
export interface Places {
  builder: string;
  gallery: string;
  /** The built script; without it the page works by its forms. */
  script: string | undefined;
}

interface Rendered {
  page: string;
  policy: string;
}

/** Returns the page that asks for an API key. `problem` is shown at its field. */
export function viewSignIn({ builder }: Places, problem?: string): Rendered {
  return barePage({
    title: `${problem === undefined ? '' : 'Error: '}Sign in to make an embed`,
    styles,
    forms: true,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`<main class="signin">
      <section>
        <h1>Make an embed</h1>
        <p>
          Choose companies and a form, look at the result, and copy the code. Sign in with an API key first.
        </p>
        <form method="post" action="${builder}/session">
          <p>
            <label for="key">API key</label>
            <input
              id="key"
              name="key"
              type="password"
              required
              autocomplete="off"
              maxlength="500"
              ${invalid('key', problem, 'key-hint')}
              ${flag('autofocus', true)}
            />
          </p>
          ${errorView('key', problem)}
          <p class="hint" id="key-hint">
            The key is sent to this service only. The browser keeps a session of 8 hours instead of the key.
          </p>
          <p><button class="main">Sign in</button></p>
        </form>
        <p>
          Without a key, look at <a href="${builder.replace(/\/new$/, '')}">all widgets with example data</a>.
        </p>
      </section>
    </main>`,
  });
}

/** Returns the builder with what was chosen, and the embed or what is wrong with it. */
export function viewBuilder(
  { builder, gallery, script }: Places,
  choices: Choices,
  made: Made | Invalid | undefined,
  saving: SavedView | undefined,
): Rendered {
  const problems = made && 'problems' in made ? made.problems : {};
  const isWrong = Object.keys(problems).length > 0 || choices.problem !== undefined;
  return barePage({
    title: `${isWrong ? 'Error: ' : ''}Make an embed`,
    styles,
    forms: true,
    allow: ["script-src 'self'", "connect-src 'self'", "frame-src 'self'"],
    head: html`<meta name="robots" content="noindex" />
      ${script !== undefined && html`<script type="module" src="${script}"></script>`}`,
    body: html`<header>
        <h1>Make an embed</h1>
        <a href="${builder}/saved">Saved embeds</a>
        <a href="${builder}/data">Your own data</a>
        <a href="${gallery}">Gallery</a>
        <form method="post" action="${builder}/sign-out"><button>Sign out</button></form>
      </header>
      <main>
        <form id="builder" method="get" action="${builder}">
          <section aria-labelledby="companies">
            <h2 id="companies">Companies</h2>
            ${searchView(choices)}
            <div data-part="found">${foundView(choices)}</div>
            ${chosenView(builder, choices)}
            <p id="status" role="status" class="hint"></p>
          </section>
          <div data-part="options">
            ${choices.form && formsView(choices)}
            ${choices.form?.subject === 'dataset_ids' && datasetsView(choices)}
            ${choices.form && optionsView(choices.form, choices.options, problems, namedBy(choices))}
          </div>
          <p><button class="main">Show the embed</button></p>
        </form>
        <section data-part="result" aria-labelledby="result">
          <h2 id="result">Embed</h2>
          ${resultView(made, choices, { logScaleUrl: logAddress(builder, choices), saving })}
        </section>
      </main>`,
  });
}

const searchView = ({ search: { typed, problem } }: Choices) =>
  html`<div>
    <label for="q">Search for a company</label>
    <p class="hint" id="q-hint">
      By name, ticker or domain. Add a second company to compare or rank them, up to ${MAX_EMBED_COMPANIES}.
    </p>
    <div class="row">
      <div class="box">
        <input
          id="q"
          name="q"
          type="search"
          value="${typed}"
          maxlength="200"
          autocomplete="off"
          spellcheck="false"
          ${invalid('q', problem, 'q-hint')}
        />
        <ul id="q-list" role="listbox" aria-label="Companies" hidden></ul>
      </div>
      <button>Search</button>
    </div>
    <div data-part="q-problem">${errorView('q', problem)}</div>
  </div>`;

function foundView({ search: { found }, companies }: Choices): Markup | undefined {
  const others = found.filter(({ slug }) => !companies.some((company) => company.slug === slug));
  if (others.length === 0) return undefined;
  const item = ({ slug, name, domain }: Found) =>
    html`<li>
      <button name="add" value="${slug}" aria-label="Add ${name}, ${domain}">Add</button>
      <span>${name} <small>${domain}</small></span>
    </li>`;
  return html`<ul class="list" aria-label="Found companies">
    ${others.map(item)}
  </ul>`;
}

function chosenView(builder: string, choices: Choices): Markup {
  const { companies, problem } = choices;
  const item = ({ slug, name, domain }: Found) =>
    html`<li>
      <button name="remove" value="${slug}" aria-label="Remove ${name}">Remove</button>
      <span>${name} <small>${domain}</small></span>
    </li>`;
  const names = companies.map(({ name }) => name).join(', ');
  const table = choices.datasets.find(({ ownTable }) => ownTable !== undefined)?.ownTable;
  const ofTable = table !== undefined && `Your own table: ${table}.`;
  const ofCompanies = companies.length > 0 && `Chosen: ${names}.`;
  const summary = [ofTable, ofCompanies].filter(Boolean).join(' ') || 'No company is chosen.';
  return html`<div data-part="chosen" data-summary="${summary}" data-address="${addressOf(builder, choices)}">
    <input type="hidden" name="companies" value="${companies.map(({ slug }) => slug).join(',')}" />
    ${choices.table !== undefined && html`<input type="hidden" name="table" value="${choices.table}" />`}
    ${choices.saved !== undefined && html`<input type="hidden" name="saved" value="${choices.saved}" />`}
    ${ofTable && html`<p>${ofTable} <a href="${builder}/data">Choose another table</a></p>`}
    ${
      companies.length > 0 &&
      html`<ul class="list" aria-label="Chosen companies">
        ${companies.map(item)}
      </ul>`
    }
    ${errorView('companies', problem)}
  </div>`;
}

const logAddress = (builder: string, choices: Choices) =>
  addressOf(builder, { ...choices, options: { ...choices.options, scale: 'log' } });

/** Returns the query parameters that open the builder with these choices. */
export function queryOf({
  companies,
  table,
  datasets,
  form,
  options,
}: Omit<Choices, 'saved'>): URLSearchParams {
  const chosen = chosenIn(datasets).map(({ id }) => id);
  return new URLSearchParams({
    ...(companies.length > 0 && { companies: companies.map(({ slug }) => slug).join(',') }),
    ...(table !== undefined && { table }),
    ...(form && { form: form.name }),
    ...(chosen.length > 0 && { datasets: chosen.join(',') }),
    ...options,
  });
}

/** Returns the address that opens the builder with these choices. */
export function addressOf(builder: string, choices: Choices): string {
  const query = queryOf(choices);
  if (choices.saved !== undefined) query.set('saved', choices.saved);
  return query.size > 0 ? `${builder}?${query}` : builder;
}

/** Returns the attributes that connect a control with its hint and its problem. */
const invalid = (id: string, problem: string | undefined, hint: string) =>
  problem === undefined
    ? html`aria-describedby="${hint}"`
    : html`aria-invalid="true" aria-describedby="${id}-error ${hint}"`;
