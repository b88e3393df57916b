import { operationsOf, resolve, type OpenApiDocument } from '@dossier/api';
import { Validator } from '@seriousme/openapi-schema-validator';

/** What is wrong with a document: against OpenAPI 3.1 itself, and against what we ask of ours beyond it. */
export async function openApiProblems(document: OpenApiDocument): Promise<string[]> {
  // The validator writes into what it is given.
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
    const answers = Object.entries(responses).map(([status, given]) => ({
      status,
      ...resolve(document, given),
    }));
    if (!answers.some(({ status }) => /^[23]/.test(status))) problems.push('never succeeds');
    if (!answers.some(({ status }) => status === '500')) problems.push('has no 500 response');
    for (const { status, description, content = {} } of answers) {
      if (!description) problems.push(`does not describe its ${status}`);
      for (const [type, { example }] of Object.entries(content)) {
        if (example === undefined) problems.push(`has no example of a ${status} in ${type}`);
      }
    }
    return problems.map((problem) => `${method} ${path} ${problem}`);
  });
}

/** References that lead nowhere, and components that nothing refers to. */
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
    .map((path) => `#/${path} does not exist`);
  const { schemas, responses = {}, headers } = document.components;
  const unused = Object.entries({ schemas, responses, headers }).flatMap(([kind, members]) =>
    Object.keys(members)
      .map((name) => `components/${kind}/${name}`)
      .filter((path) => !references.includes(path))
      .map((path) => `#/${path} is used nowhere`),
  );
  return [...new Set(broken), ...unused];
}
