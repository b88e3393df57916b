import { localeOfPath } from './address.ts';
import type { Locale } from '../inputs/choices.ts';
import { directionOf } from '../words/index.ts';

/** The text of a page that replaces an embed, with its language and writing direction. */
type ErrorWords = {
  language: { lang: Locale; dir: 'ltr' | 'rtl' };
  heading: string;
  advice: string;
};

type Trouble = 'missing' | 'withdrawn' | 'busy' | 'broken';

/** The heading and the advice of each error. Strangers see them, so they hide the cause. */
const texts: Record<Locale, Record<Trouble, [heading: string, advice: string]>> = {
  en: {
    missing: ['This content is not available.', 'The publisher of the page around it can request it again.'],
    withdrawn: ['This graphic is no longer published.', 'Its publisher has withdrawn it.'],
    busy: ['Too many requests.', 'Reload the page in a minute.'],
    broken: ['This content cannot be shown just now.', 'Reload the page in a minute.'],
  },
  de: {
    missing: [
      'Dieser Inhalt ist nicht verfügbar.',
      'Wer die umgebende Seite veröffentlicht, kann ihn neu anfordern.',
    ],
    withdrawn: ['Diese Grafik ist nicht mehr veröffentlicht.', 'Die Redaktion hat sie zurückgezogen.'],
    busy: ['Zu viele Anfragen.', 'Laden Sie die Seite in einer Minute neu.'],
    broken: ['Dieser Inhalt kann gerade nicht gezeigt werden.', 'Laden Sie die Seite in einer Minute neu.'],
  },
  fr: {
    missing: [
      'Ce contenu n’est pas disponible.',
      'L’éditeur de la page qui l’entoure peut le demander de nouveau.',
    ],
    withdrawn: ['Ce graphique n’est plus publié.', 'Son éditeur l’a retiré.'],
    busy: ['Trop de requêtes.', 'Rechargez la page dans une minute.'],
    broken: ['Ce contenu ne peut pas être affiché pour le moment.', 'Rechargez la page dans une minute.'],
  },
  es: {
    missing: [
      'Este contenido no está disponible.',
      'Quien publica la página que lo contiene puede solicitarlo de nuevo.',
    ],
    withdrawn: ['Este gráfico ya no está publicado.', 'Su editor lo ha retirado.'],
    busy: ['Demasiadas solicitudes.', 'Vuelva a cargar la página en un minuto.'],
    broken: [
      'Este contenido no se puede mostrar en este momento.',
      'Vuelva a cargar la página en un minuto.',
    ],
  },
  ja: {
    missing: ['このコンテンツは表示できません。', 'このページの公開者は、コンテンツを再取得できます。'],
    withdrawn: ['この図は公開を終了しました。', '公開者が取り下げました。'],
    busy: ['リクエストが多すぎます。', '1分後にページを再読み込みしてください。'],
    broken: ['現在このコンテンツを表示できません。', '1分後にページを再読み込みしてください。'],
  },
  ar: {
    missing: ['هذا المحتوى غير متاح.', 'يمكن لناشر الصفحة المحيطة أن يطلبه من جديد.'],
    withdrawn: ['لم يعد هذا الرسم منشورًا.', 'لقد سحبه ناشره.'],
    busy: ['عدد الطلبات كبير جدًا.', 'أعد تحميل الصفحة بعد دقيقة.'],
    broken: ['لا يمكن عرض هذا المحتوى الآن.', 'أعد تحميل الصفحة بعد دقيقة.'],
  },
};

/** The text of a missing page of a company, a document or a filing, which no publisher's page frames. */
const MISSING_PAGE = ['This page does not exist.', 'Check its address.'] as const;

/** Returns whether a path is that of an embed, which the pages of publishers frame. */
export const isEmbed = (path: string): boolean => /^\/embeds(\/|$)/.test(path);

function troubleOf(status: number): Trouble | undefined {
  if (status === 404) return 'missing';
  if (status === 410) return 'withdrawn';
  if (status === 429) return 'busy';
  return status >= 500 ? 'broken' : undefined;
}

/**
 * Returns the text for readers of a page, if it is known: of a page with an embed in the language of its address, of other
 * pages in English.
 */
export function errorWords(status: number, path: string): ErrorWords | undefined {
  const trouble = troubleOf(status);
  if (!trouble) return undefined;
  const lang = isEmbed(path) ? localeOfPath(path) : 'en';
  const [heading, advice] = trouble === 'missing' && !isEmbed(path) ? MISSING_PAGE : texts[lang][trouble];
  return { language: { lang, dir: directionOf(lang) }, heading, advice };
}
