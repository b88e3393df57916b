import { operationsOf, type OpenApiDocument, type Operation } from '../../openapi/index.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Route } from '../../services.ts';

/** An operation of the reference. */
export interface Listed {
  endpoint: Endpoint;
  method: string;
  path: string;
  operation: Operation;
  /** The path of its page below `/docs`. */
  page: string;
  /** The files of a list; undefined if it has none. */
  file: ListFile | undefined;
}

/** The paths of the files of a list, and a command that downloads one. */
export interface ListFile {
  csv: string;
  ndjson: string;
  sample: string | undefined;
}

/** The operations of one section of the reference. */
export interface Family {
  name: string;
  /** The path of its page below `/docs`. */
  page: string;
  operations: Listed[];
}

/**
 * Returns the operations that programs call, by section. Pages, their scripts and their sessions are
 * left out, and so are files of lists, which the pages of the lists name.
 */
export function familiesOf(routes: Route[], document: OpenApiDocument): Family[] {
  const endpoints = new Map(routes.map(({ endpoint }) => [endpoint.operationId, endpoint]));
  const families = new Map<string, Family>();
  for (const { method, path, operation } of operationsOf(document)) {
    const endpoint = endpoints.get(operation.operationId);
    if (!endpoint || !isForPrograms(endpoint)) continue;
    const page = `api/${slugOf(endpoint.tag)}`;
    const family = families.get(endpoint.tag) ?? { name: endpoint.tag, page, operations: [] };
    families.set(endpoint.tag, family);
    family.operations.push({
      ...{ endpoint, method, path, operation },
      page: `${page}/${slugOf(operation.operationId)}`,
      file: method === 'GET' ? fileOf(document, path) : undefined,
    });
  }
  return [...families.values()];
}

/** Returns the files of the list with this path. */
function fileOf({ paths }: OpenApiDocument, path: string): ListFile | undefined {
  const bare = path.replace(/\/$/, '');
  const file = paths[`${bare}.{format}`]?.['get'];
  if (!file) return undefined;
  return { csv: `${bare}.csv`, ndjson: `${bare}.ndjson`, sample: file['x-codeSamples']?.[0]?.source };
}

function isForPrograms({ access, produces, isUnguessable }: Endpoint): boolean {
  if (access === 'session') return false;
  const isFile = isUnguessable === true && !/^text\/(html|javascript)/.test(produces);
  return access === 'partner' || produces === 'application/json' || isFile;
}

/** Returns a name in lower case with hyphens: `funding-rounds` for `Funding rounds`, `list-news` for `listNews`. */
const slugOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(' ', '-')
    .toLowerCase();

/** Returns the path of the page of a shape below `/docs`. */
export const shapePage = (name: string): string => `api/shapes/${name}`;
