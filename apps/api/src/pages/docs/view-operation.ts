import { html, prose, words, type Markup } from '@dossier/pages';
import { resolve, type OpenApiDocument, type Operation } from '../../openapi/index.ts';
import { fieldsOf, typeOf, type Field } from './fields.ts';
import { requestFields, successesOf } from './operation-fields.ts';
import { shapePage, type Family, type Listed } from './reference.ts';

/** Returns the address of a page below `/docs`. */
export type Address = (page: string) => string;

/** Returns the page of an operation: its request and response on the left, examples on the right. */
export function viewOperation(document: OpenApiDocument, listed: Listed, to: Address): Markup {
  const { operation, method, path } = listed;
  const { summary, description = '', deprecated, security, requestBody } = operation;
  return html`<h1>${summary}</h1>
    <p class="address">
      <b>${method}</b> <code>${path}</code> ${deprecated && html`<em>deprecated</em>`}
      ${security.length === 0 && html`<em>no key needed</em>`}
    </p>
    <div class="halves">
      <div>
        ${prose(description)}
        ${requestFields(document, operation).map(({ title, fields }) => viewFields(title, fields, to))}
        ${requestBody && html`<p class="hint">The body may be ${Object.keys(requestBody.content).join(', ')}.</p>`}
        ${viewSuccesses(document, operation, to)} ${viewErrors(document, operation, to)}
      </div>
      <div class="examples">
        ${(operation['x-codeSamples'] ?? []).map(
          ({ label, source }, i) =>
            html`<details name="sample" ${i === 0 && html`open`}>
              <summary>${label}</summary>
              <pre tabindex="0"><code>${source}</code></pre>
            </details>`,
        )}
        ${viewExample(document, operation)}
      </div>
    </div>`;
}

/** Returns a list of fields under a heading. */
export const viewFields = (heading: string, fields: Field[], to: Address): Markup | false =>
  fields.length > 0 &&
  html`<h2>${heading}</h2>
    <ul class="fields">
      ${fields.map(
        ({ path, type, limits, note, meaning, example, shapes }) =>
          html`<li>
            <code>${path}</code>
            <small
              >${[type, limits].filter(Boolean).join(', ')}${note && html` · <b>${words(note)}</b>`}</small
            >
            <p>
              ${words(meaning)}${example !== undefined && html` <small>For example <code>${example}</code></small>`}
              ${shapes.map((name) => html` <a href="${to(shapePage(name))}">Fields of ${name}</a>`)}
            </p>
          </li>`,
      )}
    </ul>`;

const viewSuccesses = (document: OpenApiDocument, operation: Operation, to: Address): Markup[] =>
  successesOf(operation).map(({ title, type, schema }) => {
    const fields = fieldsOf(document, schema, 'response');
    return fields.length > 0
      ? html`${viewFields(title, fields, to)}`
      : html`<h2>${title}</h2>
          <p><code>${type}</code>, ${typeOf(document, schema)}</p>`;
  });

/** Returns the errors of an operation, which one page explains. */
function viewErrors(document: OpenApiDocument, { responses }: Operation, to: Address): Markup {
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return html`<h2>Errors</h2>
    <ul class="errors">
      ${errors.map(([status, given]) => {
        const { description = '' } = resolve(document, given);
        const codes = [...description.matchAll(/^- `(\w+)`/gm)].map(([, code]) => code!);
        return html`<li>
          ${status}:
          ${codes.map((code, i) => html`${i > 0 && ', '}<a href="${to('errors')}#${code}">${code}</a>`)}
        </li>`;
      })}
    </ul>`;
}

function viewExample(document: OpenApiDocument, { responses }: Operation): Markup | false {
  const [, given] = Object.entries(responses).find(([status]) => Number(status) < 300) ?? [];
  const [media] = Object.entries((given && resolve(document, given).content) ?? {});
  if (!media || media[0] !== 'application/json') return false;
  return html`<p class="hint">The response</p>
    <pre tabindex="0"><code>${JSON.stringify(media[1].example, null, 2)}</code></pre>`;
}

/** Returns the page of a section: its operations, each with what it does. */
export const viewFamily = ({ name, operations }: Family, to: Address): Markup =>
  html`<h1>${name}</h1>
    <ul class="list">
      ${operations.map(
        ({ page, method, path, operation }) =>
          html`<li>
            <a href="${to(page)}">${operation.summary}</a>
            <small><b>${method}</b> <code>${path}</code></small>
            ${prose(operation.description ?? '')}
          </li>`,
      )}
    </ul>`;

/** Returns the page of a named shape. */
export function viewShape(document: OpenApiDocument, name: string, to: Address): Markup {
  const schema = document.components.schemas[name]!;
  const of = name.endsWith('Body') ? 'request' : 'response';
  const fields = fieldsOf(document, schema, of);
  return html`<h1>${name}</h1>
    ${schema.description && html`<p>${words(schema.description)}</p>`}
    ${fields.length > 0 ? viewFields('Fields', fields, to) : html`<p>${typeOf(document, schema)}</p>`}`;
}
