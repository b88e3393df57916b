import type { Look } from '../options.ts';

// The looks and the pinned day that the gallery shows widgets with.
export const dark: Look = { theme: 'dark' };
export const cream: Look = { background: 'fff7e6', text: '3b2f1a', accent: '9a3412', font: 'serif' };
/** Its accent would be unreadable on the background, so it is lightened. */
export const night: Look = { background: '1c1330', accent: '7a2ca3', font: 'mono' };
export const german: Look = { locale: 'de' };
export const japanese: Look = { locale: 'ja' };
export const arabic: Look = { locale: 'ar' };
export const PINNED = '2018-12-31';
