import { Answer, redirect } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import { openApiDocument } from '../../openapi/index.ts';
import * as contract from './contract.ts';
import { pagePolicy, viewPage } from './view.ts';

const CACHE = { 'Cache-Control': 'public, max-age=300' };

/**
 * Returns the routes of the API reference.
 * @param all every route of the application, including these; read at the first request
 */
export function routes(all: () => Route[]): Route[] {
  const made = new Map<string, { json: string; page: string }>();
  // The document and the page are the same for every request, and slow to build.
  const forms = (publicUrl: string) => {
    const known = made.get(publicUrl);
    if (known) return known;
    const document = openApiDocument(all(), publicUrl);
    const fresh = { json: JSON.stringify(document), page: viewPage(document) };
    made.set(publicUrl, fresh);
    return fresh;
  };
  return [
    route(contract.getRoot, async ({ publicUrl }) => redirect(`${publicUrl}/docs`)),
    route(
      contract.getOpenApi,
      async ({ publicUrl }) => new Answer(forms(publicUrl).json, { headers: CACHE }),
    ),
    route(contract.getDocumentation, async ({ publicUrl }) => {
      const headers = { ...CACHE, 'Content-Security-Policy': pagePolicy() };
      return new Answer(forms(publicUrl).page, { headers });
    }),
  ];
}
