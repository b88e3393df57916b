import { spelled, type Schema } from '../../openapi/index.ts';
import { html, type Markup } from './html.ts';

/** What a value of a schema is, in a few words; named shapes are links. */
export function typeText(schema: Schema): Markup {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives?.slice(1).every(isSpelling)) return typeText(spelled(schema));
  if (alternatives) return joined(alternatives.map(typeText), ' or ');
  if (schema.allOf) return typeText(schema.allOf[0]!);
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' or ',
    );
  if (schema.items) return html`list of ${typeText(schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any value');
  return html`${schema.format ? `${type} (${schema.format})` : type}`;
}

/** The bounds of a value and what stands for it when it is absent. */
export function limitsText(schema: Schema): string {
  const inner = schema.anyOf?.[0] ?? schema;
  const { minimum, maximum, maxLength, maxItems } = inner;
  const range =
    minimum !== undefined && maximum !== undefined && maximum < 2 ** 31 - 1
      ? [`${minimum} to ${maximum}`]
      : minimum !== undefined
        ? [`at least ${minimum}`]
        : [];
  return [
    ...range,
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} values`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ');
}

/** The fields of an object, those of inner objects below them. */
export function fieldRows(schema: Schema, prefix = ''): Markup[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name;
    const required = schema.required?.includes(name) ?? false;
    const inner = field.items?.properties ? field.items : field;
    const row = fieldRow({ name: path, required, schema: field, description: field.description });
    return [row, ...fieldRows(inner, inner === field ? `${path}.` : `${path}[].`)];
  });
}

export function fieldRow(field: {
  name: string;
  required: boolean;
  schema: Schema;
  description: string | undefined;
}): Markup {
  const limits = limitsText(field.schema);
  return html`<tr>
    <th scope="row"><code>${field.name}</code></th>
    <td>${typeText(field.schema)}${limits && html`<small>${limits}</small>`}</td>
    <td>${field.required && html`<strong>Required.</strong> `}${field.description}</td>
  </tr>`;
}

export const fieldTable = (caption: string, rows: Markup[]) =>
  rows.length > 0 &&
  html`<div class="scroll">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

/** A number or a list may be sent as text too, which the page says once and not at each of them. */
const isSpelling = ({ type, format, pattern, enum: values }: Schema) =>
  (type === undefined && values !== undefined) ||
  (String(type).startsWith('string') && !format && (pattern !== undefined || Array.isArray(type)));

const joined = (parts: Markup[], word: string) =>
  html`${parts.map((part, i) => (i === 0 ? part : html`${word}${part}`))}`;
