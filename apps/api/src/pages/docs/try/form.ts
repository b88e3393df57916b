import { html, input, type Markup } from '@dossier/pages';
import type { Listed } from '../reference.ts';

/** The name of the field with the JSON of a request that has a body. */
export const BODY = 'body';
/** The longest text of a field. */
export const MAX_TEXT = 4000;

/** Returns whether people may try an operation: those that change nothing. */
export const isTryable = ({ endpoint: { access, method, produces, operationId } }: Listed): boolean =>
  access === 'partner' &&
  produces === 'application/json' &&
  (method === 'GET' || /^(query|search|lookup)/.test(operationId));

/** Returns the names of the fields of the form of an operation. */
export const namesOf = ({ operation: { parameters = [], requestBody } }: Listed): string[] =>
  requestBody ? [BODY] : parameters.map(({ name }) => name);

/** Returns the form of an operation, which works without script. @param sent the fields that it sent; else its example */
export function tryForm(listed: Listed, action: string, sent = exampleOf(listed)): Markup {
  const isBody = listed.operation.requestBody !== undefined;
  return html`<form class="try" action="${action}#response">
    <div class="fields">
      ${
        isBody
          ? html`<div>
              <label for="${BODY}">Body (JSON)</label>
              <textarea id="${BODY}" name="${BODY}" rows="6" maxlength="${MAX_TEXT}">
${sent[BODY] ?? ''}</textarea>
            </div>`
          : namesOf(listed).map((name) => input({ name, label: name, value: sent[name] }))
      }
    </div>
    <p class="actions"><button class="main" name="send" value="1">Send</button></p>
  </form>`;
}

function exampleOf({ endpoint, operation }: Listed): Record<string, string> {
  const example = (endpoint.example ?? {}) as Record<string, unknown>;
  if (operation.requestBody) return { [BODY]: JSON.stringify(example, null, 2) };
  const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
  const examples: [string, unknown][] = [
    ...inPath.map(({ name, example: value = '' }): [string, unknown] => [name, value]),
    ...Object.entries(example),
  ];
  return Object.fromEntries(examples.map(([name, value]) => [name, String(value)]));
}
