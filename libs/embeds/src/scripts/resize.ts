import type { Message } from './height.ts';

// For pages that hold embeds: gives each iframe of this service the height of its content.
const MAX_HEIGHT = 4000;
// The embeds' pages have the address of this script's folder.
const home = new URL('.', (document.currentScript as HTMLScriptElement).src);

const frames = () =>
  [...document.querySelectorAll('iframe')].filter((frame) => frame.src.startsWith(home.href));
const request = (frame: HTMLIFrameElement) =>
  frame.contentWindow?.postMessage({ type: 'dossier:measure' } satisfies Message, '*');

// The sender is known by its window: a sandboxed frame, as in WordPress, has no origin.
window.addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
  const frame = frames().find(({ contentWindow }) => contentWindow === source);
  if (!frame || !data) return;
  if (data.type === 'dossier:ready') request(frame);
  if (data.type === 'dossier:height' && data.height > 0) {
    frame.style.height = `${Math.min(data.height, MAX_HEIGHT)}px`;
  }
});
// Frames may have been ready before this script.
frames().forEach(request);
