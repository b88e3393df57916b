import { addWords, speak, type Words } from '../words/say.ts';

/** Speaks the language of the page, whose words the server put into it. Without any, the page is English. */
export function speakAsPage(): void {
  const words = document.getElementById('words');
  if (!words) return;
  const { lang } = document.documentElement;
  addWords(lang, JSON.parse(words.textContent) as Words);
  speak(lang);
}
