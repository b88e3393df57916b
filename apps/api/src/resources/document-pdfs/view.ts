import { iframeMarkup, signAddress, type SigningKey } from '@dossier/embeds';

/** The markup to paste: an iframe around a signed address. */
export function viewEmbed(
  { slug, title }: { slug: string; title: string },
  { width, height }: { width: number; height: number },
  publicUrl: string,
  key: SigningKey,
) {
  const src = publicUrl + signAddress({ kind: 'document-pdf', subject: slug, options: {} }, key);
  return {
    status: 'success' as const,
    data: { embed_html: iframeMarkup({ src, title: `${title}: PDF`, width, height }) },
  };
}
