/** What page and host say to each other. None of it is a secret, so it may go to any origin. */
export type Message =
  { type: 'dossier:ready' | 'dossier:measure' } | { type: 'dossier:height'; height: number };

/**
 * Tells the page that holds this one in a frame how high it is, in CSS pixels: once it was asked, and whenever that
 * changes. From the first question on the content takes the height it needs, instead of filling the frame.
 */
export function tellHeight(): void {
  const host = window.parent;
  if (host === window) return;
  const say = (message: Message) => host.postMessage(message, '*');
  const main = document.querySelector('main')!;
  const height = () =>
    say({ type: 'dossier:height', height: Math.ceil(main.getBoundingClientRect().height) });
  let watched = false;
  window.addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
    if (source !== host || data?.type !== 'dossier:measure') return;
    document.documentElement.dataset['fit'] = '';
    height();
    if (!watched) new ResizeObserver(height).observe(main);
    watched = true;
  });
  say({ type: 'dossier:ready' });
}
