import type { Message } from './height.ts';

// For pages that hold embeds: gives each iframe of this service the height of its content.
const MOST = 4000;
// Where this script stands, the pages stand too.
const home = new URL('.', (document.currentScript as HTMLScriptElement).src);

const frames = () =>
  [...document.querySelectorAll('iframe')].filter((frame) => frame.src.startsWith(home.href));
const ask = (frame: HTMLIFrameElement) =>
  frame.contentWindow?.postMessage({ type: 'dossier:measure' } satisfies Message, '*');

// The window tells who speaks; a frame that is sandboxed without its origin, as WordPress has it, says none.
window.addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
  const frame = frames().find(({ contentWindow }) => contentWindow === source);
  if (!frame || !data) return;
  if (data.type === 'dossier:ready') ask(frame);
  if (data.type === 'dossier:height' && data.height > 0) {
    frame.style.height = `${Math.min(data.height, MOST)}px`;
  }
});
// Those that were ready before this script.
frames().forEach(ask);
