import { createHash } from 'node:crypto';
import { html, Markup, prose } from '@dossier/pages';
import { operationsOf, resolve, type OpenApiDocument, type Operation } from '../../openapi/index.ts';
import { styles } from './styles.ts';
import { fieldRow, fieldRows, fieldTable, typeText } from './view-schema.ts';

type Listed = ReturnType<typeof operationsOf>[number];

/** Returns the content security policy of the page: it allows only the page's own style sheet. */
export function pagePolicy(): string {
  const style = createHash('sha256').update(styles).digest('base64');
  return `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Built here, because the policy contains a hash of its exact text. */
const styleElement = new Markup(`<style>${styles}</style>`);

/** Returns the API reference as one page. It has no scripts, sends no requests and never asks for a key. */
export function viewPage(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const { title, version, description } = document.info;
  const families = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} API</title>
        ${styleElement}
      </head>
      <body>
        <nav aria-label="Operations">
          <p class="name"><a href="#top">${title} API</a> <small>${version}</small></p>
          ${families.map(viewFamilyLinks)}
          <h2><a href="#schemas">Shapes</a></h2>
        </nav>
        <main id="top">
          <h1>${title} API</h1>
          ${prose(description)}
          <p>
            Base address: <code>${document.servers[0]?.url}</code>. The same as an OpenAPI 3.1 document:
            <a href="${document.servers[0]?.url}/openapi.json">openapi.json</a>.
          </p>
          <section>
            <h2>Authentication</h2>
            <p>Two formats of the header <code>Authorization</code> are accepted.</p>
            <ul>
              ${Object.values(document.components.securitySchemes).map(
                (scheme) => html`<li>${prose(scheme.description)}</li>`,
              )}
            </ul>
          </section>
          ${families.map(
            (family) =>
              html`<section>
                <h2>${family.name}</h2>
                ${family.operations.map((listed) => viewOperation(document, listed))}
              </section>`,
          )}
          <section id="schemas">
            <h2>Shapes</h2>
            ${Object.keys(document.components.schemas).map((name) => viewShape(document, name))}
          </section>
        </main>
      </body>
    </html>`.text;
}

const viewFamilyLinks = ({ name, operations }: { name: string; operations: Listed[] }) =>
  html`<h2>${name}</h2>
    <ul>
      ${operations.map(
        ({ method, operation }) =>
          html`<li>
            <a href="#${operation.operationId}"
              ><b class="${method}">${method}</b> ${operation.operationId}</a
            >
          </li>`,
      )}
    </ul>`;

function viewOperation(document: OpenApiDocument, { method, path, operation }: Listed): Markup {
  const { operationId, summary, description = '', parameters = [], deprecated, security } = operation;
  return html`<article id="${operationId}">
    <h3>${summary}</h3>
    <p class="address">
      <b class="${method}">${method}</b> <code>${path}</code>
      ${deprecated && html`<em>deprecated</em>`} ${security.length === 0 && html`<em>no key needed</em>`}
    </p>
    ${prose(description)}
    ${(['path', 'query'] as const).map((place) =>
      fieldTable(
        place === 'path' ? 'In the path' : 'In the query string',
        parameters
          .filter((parameter) => parameter.in === place)
          .map((parameter) => fieldRow({ ...parameter, note: parameter.required === true && 'Required.' })),
      ),
    )}
    ${viewBody(document, operation)} ${viewSample(operation)}
    ${Object.entries(operation.responses).map(([status, response]) =>
      viewResponse(document, status, response),
    )}
  </article>`;
}

const viewSample = ({ 'x-codeSamples': [sample] = [] }: Operation) =>
  sample && html`<pre tabindex="0" aria-label="A request with curl">${sample.source}</pre>`;

function viewBody(document: OpenApiDocument, { requestBody }: Operation): Markup | false {
  if (!requestBody) return false;
  const [first] = Object.values(requestBody.content);
  const caption = `In the body: ${Object.keys(requestBody.content).join(', ')}`;
  return html`${fieldTable(caption, fieldRows(resolve(document, first!.schema), 'request'))}`;
}

function viewResponse(
  document: OpenApiDocument,
  status: string,
  given: Operation['responses'][string],
): Markup {
  const response = resolve(document, given);
  return html`<details>
    <summary>
      <b class="${status.startsWith('2') && 'good'}">${status}</b> ${viewSummary(response.description ?? '')}
    </summary>
    ${prose(response.description ?? '')}
    ${Object.entries(response.content ?? {}).map(([type, { schema, example }]) => {
      const text =
        typeof example === 'string' && type !== 'application/json'
          ? example
          : JSON.stringify(example, null, 2);
      return html`<p><code>${type}</code>: ${typeText(schema)}</p>
        <pre tabindex="0" aria-label="An answer as ${type}">${text}</pre>`;
    })}
  </details>`;
}

/** Returns the codes of an error response, or the description of a success. */
function viewSummary(description: string): string {
  const codes = [...description.matchAll(/^- `(\w+)`/gm)].map(([, code]) => code);
  return codes.length > 0 ? codes.join(', ') : description;
}

function viewShape(document: OpenApiDocument, name: string): Markup {
  const schema = document.components.schemas[name]!;
  const alternatives = schema.oneOf ?? schema.anyOf ?? [];
  const of = name.endsWith('Body') ? 'request' : 'answer';
  return html`<article id="schema-${name}">
    <h3>${name}</h3>
    ${schema.description && html`<p>${schema.description}</p>`}
    ${!schema.properties && alternatives.length === 0 && html`<p>${typeText(schema)}</p>`}
    ${fieldTable('Fields', fieldRows(schema, of))}
    ${alternatives.map((one, i) => fieldTable(`Form ${i + 1} of ${alternatives.length}`, fieldRows(one, of)))}
  </article>`;
}
