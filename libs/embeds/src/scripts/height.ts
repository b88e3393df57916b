/** The messages between a page and the page around its frame. None is secret, so they go to any origin. */
export type Message =
  { type: 'dossier:ready' | 'dossier:measure' } | { type: 'dossier:height'; height: number };

/**
 * Reports the height of this page in CSS pixels to the page around its frame: on request, and on each later change.
 * From the first request on, the content takes the height it needs instead of filling the frame.
 */
export function reportHeight(): void {
  const host = window.parent;
  if (host === window) return;
  const send = (message: Message) => host.postMessage(message, '*');
  const main = document.querySelector('main')!;
  const height = () =>
    send({ type: 'dossier:height', height: Math.ceil(main.getBoundingClientRect().height) });
  let watched = false;
  window.addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
    if (source !== host || data?.type !== 'dossier:measure') return;
    document.documentElement.dataset['fit'] = '';
    height();
    if (!watched) new ResizeObserver(height).observe(main);
    watched = true;
  });
  send({ type: 'dossier:ready' });
}

/**
 * Asks hosts without our script for the height of the content: `amp-iframe` of AMP, and those of Embedly's protocol, such as
 * Medium and Iframely. Charts fill a frame of any height; other widgets would leave it blank below them.
 */
export function askForHeight(): void {
  const { dataset } = document.documentElement;
  // The height in a frame that fits. The browser never paints this state.
  dataset['fit'] = '';
  const height = Math.ceil(document.querySelector('main')!.getBoundingClientRect().height);
  delete dataset['fit'];
  for (const message of [
    { sentinel: 'amp', type: 'embed-size', height },
    JSON.stringify({ src: location.href, context: 'iframe.resize', height }),
  ])
    if (window.parent !== window) window.parent.postMessage(message, '*');
}
