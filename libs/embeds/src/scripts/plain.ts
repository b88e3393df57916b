import { reportHeight } from './height.ts';

reportHeight();

// Charts fill a frame of any height. Other widgets would leave it blank below them, so hosts without our script are
// asked for the right height: `amp-iframe` of AMP, and those of Embedly's protocol, such as Medium and Iframely.
const { dataset } = document.documentElement;
// Measured as it would be in a frame that fits, and never painted so.
dataset['fit'] = '';
const height = Math.ceil(document.querySelector('main')!.getBoundingClientRect().height);
delete dataset['fit'];
for (const message of [
  { sentinel: 'amp', type: 'embed-size', height },
  JSON.stringify({ src: location.href, context: 'iframe.resize', height }),
]) {
  if (window.parent !== window) window.parent.postMessage(message, '*');
}
