import { galleryPolicy, galleryStates, pagePolicy, renderGallery, renderPage } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import type { Context } from '../../services.ts';

const CACHE = { 'Cache-Control': 'public, max-age=3600' };

/** Returns the page with every state of every widget. */
export async function gallery({ publicUrl, scripts }: Context): Promise<Answer<string>> {
  const headers = { ...CACHE, 'Content-Security-Policy': galleryPolicy() };
  return new Answer(renderGallery({ publicUrl, resizing: scripts !== undefined }), { headers });
}

/** Returns the page of one widget state. @throws 404 */
export async function galleryState(
  { publicUrl, scripts }: Context,
  { state: id }: { state: string },
): Promise<Answer<string>> {
  const state = galleryStates.find((one) => one.id === id);
  if (!state) throw fail('not_found');
  const { widget, look } = state;
  const script = scripts?.pages.get(widget.kind);
  const page = renderPage(widget, {
    look,
    ...(script && { clientUrl: `${publicUrl}/embeds/${script.name}` }),
  });
  const headers = { ...CACHE, 'Content-Security-Policy': pagePolicy(widget.kind, { look }) };
  return new Answer(page, { headers });
}
