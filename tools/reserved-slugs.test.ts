import { routes } from '@dossier/api';
import { isReservedSlug } from '@dossier/ingest';
import { describe, expect, it } from '@jest/globals';

/** Where the slug of a company is a path segment: search results link to `/<slug>`. */
const parents = ['/', '/api/v1/companies/'];
const paths = routes.map(({ endpoint }) => endpoint.path);
const segments = parents.flatMap((parent) =>
  paths.filter((path) => path.startsWith(parent)).map((path) => path.slice(parent.length).split('/')[0]!),
);

describe('the slugs that no company can have', () => {
  it('include every path segment that a route uses where the slug of a company could be', () => {
    const fixed = [...new Set(segments)].filter((segment) => /^[a-z0-9-]+$/.test(segment));
    expect(fixed).toEqual(expect.arrayContaining(['rankings', 'api', 'docs', 'oembed']));
    expect(fixed.filter((segment) => !isReservedSlug(segment))).toEqual([]);
  });
});
