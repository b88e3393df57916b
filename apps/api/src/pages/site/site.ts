import { page, type PageParts } from '@dossier/pages';
import { fail } from '@dossier/shared';
import { Answer, type DependsOn } from '../../http/endpoint.ts';
import type { Context } from '../../services.ts';
import { basePath, frameOf } from '../../views/frame.ts';

/** How long browsers and proxies keep a page. */
const CACHE = 'public, max-age=60';

/** Throws a 404 unless the operator has opened the site. */
export function requireSite({ publicSite }: Context): void {
  if (!publicSite) throw fail('not_found');
}

/** Returns a page of the site. */
export function sitePage(
  context: Context,
  parts: Omit<PageParts, 'frame'>,
  {
    status = 200,
    dependsOn,
    headers = {},
  }: { status?: number; dependsOn?: DependsOn; headers?: object } = {},
): Answer<string> {
  const script = `${basePath(context.publicUrl)}/search/script.js`;
  const { page: text, policy } = page({ frame: frameOf(context), script, ...parts });
  return new Answer(text, {
    status,
    headers: { 'Cache-Control': CACHE, ...headers, 'Content-Security-Policy': policy },
    ...(dependsOn && { dependsOn }),
  });
}
