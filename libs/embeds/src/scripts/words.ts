import type { Numbers } from '../inputs/choices.ts';
import { addWords, speak, type Words } from '../words/say.ts';

/** Speaks the language of the page, whose words the server put into it, and writes numbers as the page does. */
export function speakAsPage(): void {
  const words = document.getElementById('words');
  const { lang, dataset } = document.documentElement;
  if (words) addWords(lang, JSON.parse(words.textContent) as Words);
  speak({ locale: lang, numbers: dataset['numbers'] as Numbers | undefined });
}
