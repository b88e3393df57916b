import type { Context } from '../../../services.ts';

/** A text to copy. */
export interface Snippet {
  id: string;
  label: string;
  hint: string;
  text: string;
}

/** Returns the forms in which an embed can be pasted. */
export function snippetsOf(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { html, src, alternative }: { html: string; src: string; alternative: string },
): Snippet[] {
  return [
    { id: 'iframe', label: 'Iframe', hint: 'For every system that accepts HTML.', text: html },
    {
      id: 'link',
      label: 'Link',
      hint: 'For editors that know oEmbed, such as WordPress, and for chats.',
      text: src,
    },
    {
      id: 'wordpress',
      label: 'WordPress block',
      hint: 'Paste it into a post: the editor makes a block of it.',
      text: `<!-- wp:html -->\n${html}\n<!-- /wp:html -->`,
    },
    {
      id: 'oembed',
      label: 'oEmbed link',
      hint: 'For programs: returns the iframe as JSON.',
      text: `${publicUrl}/oembed?${new URLSearchParams({ url: src }).toString()}`,
    },
    {
      id: 'element',
      label: 'Web component',
      hint: 'For your own pages: the embed without an iframe.',
      text: elementOf(publicUrl, src),
    },
    {
      id: 'alternative',
      label: 'Alternative text',
      hint: 'For the picture (.png or .svg at the end of the link): describes it to readers who cannot see it.',
      text: alternative,
    },
  ];
}

const elementOf = (
  publicUrl: string,
  src: string,
) => `<script type="module" src="${publicUrl}/embeds/elements.js"></script>
<dossier-chart src="${src}"></dossier-chart>`;
