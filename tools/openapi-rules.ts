import { operationsOf, resolve, type OpenApiDocument } from '@dossier/api';
import { Validator } from '@seriousme/openapi-schema-validator';

/** Returns the problems of a document: violations of OpenAPI 3.1 and of our own rules. */
export async function openApiProblems(document: OpenApiDocument): Promise<string[]> {
  // The validator changes its argument.
  const result = await new Validator().validate(structuredClone(document) as never);
  const invalid = result.valid ? [] : [`not valid OpenAPI: ${JSON.stringify(result.errors)}`];
  return [...invalid, ...danglingReferences(document), ...operationProblems(document)];
}

function operationProblems(document: OpenApiDocument): string[] {
  const seen = new Set<string>();
  const tags = document.tags.map(({ name }) => name);
  return operationsOf(document).flatMap(({ method, path, operation }) => {
    const problems: string[] = [];
    const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
    if (!operationId) problems.push('has no operationId');
    if (seen.has(operationId)) problems.push(`shares the operationId ${operationId}`);
    seen.add(operationId);
    if (!summary) problems.push('has no summary');
    if (!description) problems.push('has no description');
    if (!operation.tags.every((tag) => tags.includes(tag))) problems.push('has a tag that is not declared');
    for (const { name, description } of parameters) {
      if (!description) problems.push(`does not describe its parameter ${name}`);
    }
    for (const [type, { schema, example }] of Object.entries(requestBody?.content ?? {})) {
      if (example === undefined) problems.push(`has no example of a body in ${type}`);
      for (const [name, field] of Object.entries(resolve(document, schema).properties ?? {})) {
        if (!field.description) problems.push(`does not describe its field ${name}`);
      }
    }
    const replies = Object.entries(responses).map(([status, given]) => ({
      status,
      ...resolve(document, given),
    }));
    if (!replies.some(({ status }) => /^[23]/.test(status))) problems.push('has no successful response');
    if (!replies.some(({ status }) => status === '500')) problems.push('has no response for a failure');
    for (const { status, description, content = {} } of replies) {
      if (!description) problems.push(`does not describe its ${status}`);
      for (const [type, { example }] of Object.entries(content)) {
        if (example === undefined) problems.push(`has no example of a ${status} in ${type}`);
      }
    }
    return problems.map((problem) => `${method} ${path} ${problem}`);
  });
}

/** Returns references that do not resolve, and components without a reference. */
function danglingReferences(document: OpenApiDocument): string[] {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
  const broken = references
    .filter((path) => {
      try {
        resolve(document, { $ref: `#/${path}` });
        return false;
      } catch {
        return true;
      }
    })
    .map((path) => `#/${path} does not resolve`);
  const { schemas, responses = {}, headers } = document.components;
  const unused = Object.entries({ schemas, responses, headers }).flatMap(([kind, members]) =>
    Object.keys(members)
      .map((name) => `components/${kind}/${name}`)
      .filter((path) => !references.includes(path))
      .map((path) => `#/${path} is not used`),
  );
  return [...new Set(broken), ...unused];
}
