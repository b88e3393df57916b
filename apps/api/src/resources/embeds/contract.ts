import { fonts, kinds, locales, numberForms, themes } from '@dossier/embeds';
import { textLike, wholeNumber, type ErrorCode } from '@dossier/shared';
import { z } from 'zod';
import { behindSignature, part, SIGNED_NOTE, signedParts } from '../../views/embed.ts';
import { endpoint } from '../../http/endpoint.ts';
import { publicPage } from '../../views/contract.ts';

const MAX_PIXELS = 100_000;
const EXAMPLE = kinds[0]!;

/** The page of an embed. Endings of the address select other forms of it. */
const signed = {
  ...behindSignature,
  errors: ['not_found', 'embed_unpublished'] satisfies ErrorCode[],
  params: z.object({
    kind: part('The kind of widget', EXAMPLE),
    subject: part('The company or chart', 'stripe'),
    ...signedParts,
  }),
};
/** The redirect of another spelling of the address. */
const SPELLED = z.null();
const SIGNED = '/embeds/:kind/:subject/:look/:signature';

export const getFrame = endpoint({
  ...signed,
  path: SIGNED,
  operationId: 'getEmbedPage',
  summary: 'The page of an embed',
  description: `The page inside the \`<iframe>\`, complete without script, in light and dark. ${SIGNED_NOTE}`,
  output: { 200: textLike('<!doctype html><title>Stripe</title>'), 301: SPELLED },
  produces: 'text/html',
});

export const getFrameJson = endpoint({
  ...signed,
  path: `${SIGNED}.json`,
  operationId: 'getEmbedJson',
  summary: 'The data of an embed, in the shape of its element',
  description: `The address of the page with \`.json\` at the end. ${SIGNED_NOTE}`,
  output: {
    301: SPELLED,
    200: z.object({
      kind: z.enum(kinds).describe('The kind of widget'),
      title: textLike('Stripe valuation').describe('The title of the embed'),
      data: z.looseObject({}).meta({ description: 'See docs/publishers/elements.md' }),
      look: z
        .object({
          theme: z.enum(themes).optional().describe('Light, dark, or as the reader has it'),
          accent: textLike('9a3412').optional().describe('The colour of lines, as hex digits'),
          background: textLike('ffffff').optional().describe('The colour behind the embed'),
          text: textLike('1b1b1b').optional().describe('The colour of text'),
          font: z.enum(fonts).optional().describe('The typeface'),
          locale: z.enum(locales).optional().describe('The language of words, numbers and dates'),
          numbers: z.enum(numberForms).optional().describe('How numbers are written'),
        })
        .meta({ description: 'The options of the address that decide how the embed looks' }),
      brand: z
        .object({
          name: textLike('Example Research').describe('The name of the operator'),
          url: textLike('https://research.example').optional().describe('The site of the operator'),
        })
        .optional()
        .meta({ description: 'The operator, if the service names one' }),
    }),
  },
});

export const getFrameCsv = endpoint({
  ...signed,
  path: `${SIGNED}.csv`,
  operationId: 'getEmbedCsv',
  summary: 'The values of an embed as CSV',
  description: `One value per line; a company summary has none. The address of the page with \`.csv\` at the end. ${SIGNED_NOTE}`,
  output: { 200: textLike('date,value,currency,kind,source,source_url'), 301: SPELLED },
  produces: 'text/csv',
});

export const getFrameSvg = endpoint({
  ...signed,
  path: `${SIGNED}.svg`,
  operationId: 'getEmbedPicture',
  summary: 'The picture of an embed as SVG',
  description: `The address of the page with \`.svg\` at the end. ${SIGNED_NOTE}`,
  output: { 200: textLike('<svg xmlns="http://www.w3.org/2000/svg"/>'), 301: SPELLED },
  produces: 'image/svg+xml',
});

export const getFramePng = endpoint({
  ...signed,
  path: `${SIGNED}.png`,
  operationId: 'getEmbedPng',
  summary: 'The picture of an embed as PNG, 1600 pixels wide',
  description: `The address of the page with \`.png\` at the end. ${SIGNED_NOTE}`,
  output: { 200: textLike('\x89PNG'), 301: SPELLED },
  produces: 'image/png',
});

export const getFrameSmallPng = endpoint({
  ...signed,
  path: `${SIGNED}.small.png`,
  operationId: 'getEmbedSmallPng',
  summary: 'The picture of an embed as PNG, 800 pixels wide',
  description: `For screens of single density. The address of the page with \`.small.png\` at the end. ${SIGNED_NOTE}`,
  output: { 200: textLike('\x89PNG'), 301: SPELLED },
  produces: 'image/png',
});

export const getFrameSocialPng = endpoint({
  ...signed,
  path: `${SIGNED}.social.png`,
  operationId: 'getEmbedSocialPng',
  summary: 'The picture of an embed for previews of links',
  description: `1200 by 630 pixels. The address of the page with \`.social.png\` at the end. ${SIGNED_NOTE}`,
  output: { 200: textLike('\x89PNG'), 301: SPELLED },
  produces: 'image/png',
});

export const getFramePdf = endpoint({
  ...signed,
  path: `${SIGNED}.pdf`,
  operationId: 'getEmbedPdf',
  summary: 'The picture of an embed as PDF of one page',
  description: `For print: lines and letters are outlines. A drawing with letters that our fonts lack, such as Japanese ones, is an image instead. The address of the page with \`.pdf\` at the end. ${SIGNED_NOTE}`,
  output: { 200: textLike('%PDF-1.7'), 301: SPELLED },
  errors: [...signed.errors, 'pdf_too_slow'],
  produces: 'application/pdf',
});

export const getFrameCitation = endpoint({
  ...signed,
  path: `${SIGNED}.cite`,
  operationId: 'getEmbedCitation',
  summary: 'A reference to an embed, as text and BibTeX',
  description: `The address of the page with \`.cite\` at the end. Its address is pinned to the last day of the data. ${SIGNED_NOTE}`,
  output: { 200: textLike('<!doctype html><title>Cite: Stripe valuation</title>'), 301: SPELLED },
  produces: 'text/html',
});

const script = {
  ...publicPage,
  tag: 'Embeds',
  errors: ['not_found'] satisfies ErrorCode[],
  produces: 'text/javascript',
};

export const getIcon = endpoint({
  ...script,
  path: '/embeds/icon.svg',
  operationId: 'getEmbedIcon',
  summary: 'The icon of the pages of embeds',
  description: 'Shown in the tab of a browser that opens the page of an embed.',
  output: { 200: textLike('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  produces: 'image/svg+xml',
});

export const getResizeScript = endpoint({
  ...script,
  path: '/embeds/resize.js',
  operationId: 'getEmbedResizeScript',
  summary: 'A script that fits embeds to their content',
  description:
    'Optional, for the page around the embeds: sets each to the height of its content. Without it an embed keeps the ' +
    'height of its `<iframe>`.',
  output: { 200: textLike('addEventListener("message",…)') },
});

export const getElementsScript = endpoint({
  ...script,
  path: '/embeds/elements.js',
  operationId: 'getEmbedElementsScript',
  summary: 'The custom elements, such as <dossier-chart>',
  description:
    'For pages that show embeds without an `<iframe>`. It contains everything that it needs. Projects with a ' +
    'bundler install `/embeds/package.tgz` instead.',
  output: { 200: textLike('customElements.define("dossier-chart",…)') },
});

export const getElementsPackage = endpoint({
  ...script,
  path: '/embeds/package.tgz',
  operationId: 'getEmbedElementsPackage',
  summary: 'The package of the custom elements, for npm',
  description:
    'For projects with a bundler, in React, Vue, Svelte or without a framework: `npm install <address>`. The version is that ' +
    'of the service.',
  output: { 200: textLike('\x1f\x8b') },
  produces: 'application/gzip',
});

export const getPageScript = endpoint({
  ...script,
  path: '/embeds/:file',
  operationId: 'getEmbedScript',
  isUnguessable: true,
  summary: 'The script that reads points by pointer and keyboard',
  description:
    'The page of an embed loads it. Its name contains a hash of its content, so it may be cached for ever.',
  params: z.object({
    file: part('Its name, from the page of an embed', `${EXAMPLE}.0123456789abcdef.js`),
  }),
  output: { 200: textLike('customElements.define(…)') },
});

const maxPixels = (of: string) =>
  wholeNumber(1, MAX_PIXELS)
    .optional()
    .meta({ description: `The greatest ${of} that the page has room for`, examples: [600] });

/** https://oembed.com, version 1.0. Consumers add parameters of their own, which are ignored. */
export const getOembed = endpoint({
  method: 'GET',
  path: '/oembed',
  operationId: 'getOembed',
  isUnguessable: true,
  summary: 'The paste code of an embed, as oEmbed 1.0',
  description:
    'For editors that turn the address of an embed into its paste code. `url` is the signed address of the page, from the `src` of ' +
    'the iframe.',
  tag: 'Embeds',
  access: 'public',
  input: z.object({
    url: z
      .string()
      .max(4000)
      .meta({
        description: 'The address of the page of an embed',
        examples: [`https://dossier.example/embeds/${EXAMPLE}/stripe/-/k1.AAAAAAAAAAAAAAAAAAAAAA`],
      }),
    maxwidth: maxPixels('width'),
    maxheight: maxPixels('height'),
    format: z.string().default('json').meta({ description: 'json or xml' }),
  }),
  output: {
    200: textLike('{"version":"1.0","type":"rich","html":"<iframe …></iframe>","width":600,"height":840}'),
  },
  errors: ['not_found', 'embed_unpublished', 'oembed_format'],
  produces: '*/*',
});

const gallery = { ...publicPage, tag: 'Embeds' };

/** The gallery shows example data only, so it needs no key. */
export const getGallery = endpoint({
  ...gallery,
  path: '/embeds',
  operationId: 'getEmbedGallery',
  summary: 'The gallery of embeds',
  description:
    'Every widget in each of its states, with the code to paste. A page to open in a browser, without a key, with invented ' +
    'companies only.',
  output: { 200: textLike('<!doctype html><title>Embeds</title>') },
});

export const getGalleryState = endpoint({
  ...gallery,
  path: '/embeds/gallery/:state',
  operationId: 'getEmbedGalleryState',
  summary: 'The page of one widget of the gallery',
  description: 'One widget in one state, from invented data. The gallery at `/embeds` links to all of them.',
  params: z.object({ state: part('Its name in the gallery', EXAMPLE) }),
  output: { 200: textLike('<!doctype html><title>Acme Robotics valuation</title>') },
  errors: ['not_found'],
});
