/**
 * What columns are called in German, French, Spanish, Japanese and Chinese, by the English words that the drafts know, in
 * lower case. The words are separated by bars.
 */
const HEADERS: Record<string, string> = {
  'acquired company':
    'übernommenes unternehmen|zielunternehmen|société acquise|entreprise acquise|cible|empresa adquirida|被買収企業|被收购方|被收购公司',
  acquirer: 'käufer|erwerber|acquéreur|comprador|adquirente|買収企業|収購方|收购方',
  company:
    'unternehmen|unternehmensname|firma|firmenname|société|nom de la société|entreprise|empresa|compañía|会社名|企業名|会社|公司|公司名称|企业名称',
  website:
    'webseite|internetseite|internet|site web|site internet|sitio web|página web|ウェブサイト|网站|官网',
  'founded year':
    'gründungsjahr|gegründet|année de création|créée en|año de fundación|fundada|設立年|成立年份|成立时间',
  'announced date':
    'datum|bekanntgabe|date de l annonce|date d annonce|fecha|fecha de anuncio|発表日|調達日|日付|公布日期|融资日期|交易日期|日期',
  'fiscal year': 'geschäftsjahr|exercice|ejercicio|año fiscal|決算期|会計年度|财年|年度',
  'amount raised': 'betrag|finanzierungssumme|montant levé|montant|importe|monto|調達額|融资金额|金额',
  price: 'kaufpreis|prix|precio|取得価額|買収額|交易金额|收购金额',
  'round type': 'runde|finanzierungsrunde|tour|tour de table|ronda|ラウンド|轮次|融资轮次',
  revenue: 'umsatz|umsatzerlöse|chiffre d affaires|ca|ingresos|ventas|facturación|売上高|売上|营业收入|营收',
  'net income': 'jahresüberschuss|gewinn|résultat net|beneficio neto|当期純利益|純利益|净利润',
  valuation: 'bewertung|valorisation|valoración|評価額|估值',
  currency: 'währung|devise|monnaie|moneda|divisa|通貨|币种|货币',
  country: 'land|pays|país|国|国家',
  city: 'ort|stadt|sitz|ville|ciudad|sede|所在地|本社所在地|都市|城市',
  industry: 'branche|sektor|secteur|secteur d activité|sector|industria|業種|行业|所属行业',
  description: 'beschreibung|kurzbeschreibung|présentation|descripción|概要|事業内容|简介|公司简介',
  founders: 'gründer|fondateurs|fundadores|創業者|创始人',
  ceo: 'geschäftsführer|geschäftsführung|directeur général|dirigeant|director general|代表者|首席执行官',
  symbol: 'kürzel|börsenkürzel|code boursier|ticker bursátil|証券コード|銘柄コード|股票代码|证券代码',
  headline: 'titel|überschrift|titre|título|titular|タイトル|見出し|标题',
  summary: 'zusammenfassung|résumé|resumen|要約|摘要',
  publication: 'quelle|medium|source|fuente|medio|媒体|来源',
};

const ENGLISH = Object.entries(HEADERS)
  .flatMap(([english, words]) => words.split('|').map((word) => ({ english, word })))
  .sort((a, b) => b.word.length - a.word.length);

/** Returns the name of a column in English, with the words after it: `umsatz mio €` is "revenue mio €". */
export function englishName(plain: string): string {
  const isOf = (word: string) =>
    plain === word ||
    plain.startsWith(`${word} `) ||
    (/^[\u3000-\u9fff]/u.test(word) && plain.startsWith(word));
  const found = ENGLISH.find(({ word }) => isOf(word));
  return found ? `${found.english} ${plain.slice(found.word.length)}`.trim().replaceAll(/ +/g, ' ') : plain;
}
