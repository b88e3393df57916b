import type { Script } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import { inOneSpelling } from '../../views/embed.ts';
import { routes as builderRoutes } from './builder/routes.ts';
import * as contract from './contract.ts';
import { citation } from './cite.ts';
import { csv, json, pdf, picture, png, smallPng, socialPng } from './forms.ts';
import { frame } from './frame.ts';
import { gallery, galleryState } from './gallery.ts';
import { oembed } from './oembed.ts';
import { routes as ownRoutes } from './own/routes.ts';
import { routes as savedRoutes } from './saved/routes.ts';
import { widgetRoutes } from './widgets/index.ts';

const DAY = 'public, max-age=86400';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** A page in a sandboxed frame has an opaque origin, so even its own script is a cross-origin request. */
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

/** Three columns. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1b5e9e"/>' +
  '<path d="M4 13V9M8 13V6M12 13V3" stroke="#fff" stroke-width="2.5"/></svg>';

/** Returns a script that publishers include in their pages. A new version has the same address, so it is not immutable. */
function hostScript(script: Script | undefined) {
  if (!script) throw fail('not_found');
  const { body, brotli } = script;
  return new Answer(body, { headers: { ...ANY_ORIGIN, 'Cache-Control': DAY }, brotli });
}

export const routes: Route[] = [
  ...widgetRoutes,
  // Their paths match that of a page's script.
  ...builderRoutes,
  ...savedRoutes,
  ...ownRoutes,
  // These come before the page route, whose last segment would match them.
  route(contract.getFrameJson, inOneSpelling(json, '.json')),
  route(contract.getFrameCsv, inOneSpelling(csv, '.csv')),
  route(contract.getFrameSvg, inOneSpelling(picture, '.svg')),
  // The shorter ending would match the addresses of the longer ones.
  route(contract.getFrameSmallPng, inOneSpelling(smallPng, '.small.png')),
  route(contract.getFrameSocialPng, inOneSpelling(socialPng, '.social.png')),
  route(contract.getFramePng, inOneSpelling(png, '.png')),
  route(contract.getFramePdf, inOneSpelling(pdf, '.pdf')),
  route(contract.getFrameCitation, inOneSpelling(citation, '.cite')),
  route(contract.getFrame, inOneSpelling(frame)),
  route(contract.getOembed, oembed),
  route(contract.getGallery, gallery),
  route(contract.getGalleryState, galleryState),
  route(contract.getIcon, async () => new Answer(ICON, { headers: { ...ANY_ORIGIN, 'Cache-Control': DAY } })),
  route(contract.getResizeScript, async ({ scripts }) => hostScript(scripts?.resize)),
  route(contract.getElementsScript, async ({ scripts }) => hostScript(scripts?.elements)),
  route(contract.getElementsPackage, async ({ scripts }) => {
    if (!scripts?.tarball) throw fail('not_found');
    return new Answer(scripts.tarball, { headers: { ...ANY_ORIGIN, 'Cache-Control': DAY } });
  }),
  route(contract.getPageScript, async ({ scripts }, { file }) => {
    const all = scripts ? [...scripts.pages.values(), scripts.builder] : [];
    const script = all.find(({ name }) => name === file);
    if (!script) throw fail('not_found');
    const headers = { ...ANY_ORIGIN, 'Cache-Control': FOR_EVER };
    return new Answer(script.body, { headers, brotli: script.brotli });
  }),
];
