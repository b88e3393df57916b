import { page, type PageParts } from '@dossier/pages';
import { fail } from '@dossier/shared';
import { Answer, BodyStream, type DependsOn } from '../../http/endpoint.ts';
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

/** Excel on Windows recognizes UTF-8 by it. */
const BOM = '\ufeff';

/** Returns a CSV file that people save from a page. */
export const csvFile = (
  name: string,
  lines: AsyncIterable<string | Uint8Array>,
  headers: Record<string, string> = {},
): Answer<BodyStream> =>
  new Answer(new BodyStream(withBom(lines)), {
    headers: {
      'Cache-Control': 'no-cache',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
  });

async function* withBom(lines: AsyncIterable<string | Uint8Array>) {
  yield BOM;
  yield* lines;
}
