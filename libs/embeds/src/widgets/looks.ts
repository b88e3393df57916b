import type { Look } from '../inputs/options.ts';
import type { Sample } from './widget.ts';

// The looks, the pinned day and the states that the gallery shows of several widgets.
const dark: Look = { theme: 'dark' };
const cream: Look = { background: 'fff7e6', text: '3b2f1a', accent: '9a3412', font: 'serif' };
/** Its accent would be unreadable on the background, so it is lightened. */
export const night: Look = { background: '1c1330', accent: '7a2ca3', font: 'mono' };
const german: Look = { locale: 'de' };
export const japanese: Look = { locale: 'ja' };
const arabic: Look = { locale: 'ar' };
export const PINNED = '2018-12-31';

const state =
  (name: string, title: string, look?: Look) =>
  <Data>(data: Data, screens?: Sample<Data>['screens']): Sample<Data> => ({
    ...{ name, title, data },
    ...(look && { look }),
    ...(screens && { screens }),
  });

export const inDark = state('dark', 'Dark', dark);
export const inCream = state('cream', "A page's own colours and font", cream);
export const inGerman = state('german', 'German', german);
export const inArabic = state('arabic', 'Arabic, right to left', arabic);
export const withoutValues = state('none', 'No value');
