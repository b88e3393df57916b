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
    'webseite|webauftritt|internetseite|internet|domäne|site web|site internet|domaine|sitio web|página web|dominio|ウェブサイト|ホームページ|サイト|ドメイン|网站|官网|网址|域名',
  'founded year':
    'gründungsjahr|gründungsdatum|gründung|gegründet|année de création|date de création|créée en|año de fundación|fecha de fundación|fundada|設立年月日|設立年|設立日|成立年份|成立时间|成立日期|注册日期',
  'announced date':
    'datum|bekanntgabe|abschlussdatum|date de l annonce|date d annonce|date de levée|fecha|fecha de anuncio|fecha de cierre|発表日|調達日|調達年月|日付|公布日期|融资日期|融资时间|投资日期|交易日期|日期',
  'fiscal year': 'geschäftsjahr|exercice|ejercicio|año fiscal|決算期|会計年度|财年|年度',
  'amount raised':
    'betrag|finanzierungssumme|rundengröße|montant levé|montant de la levée|montant|importe|monto|cantidad|調達額|調達金額|融资金额|融资额|募集金额|金额',
  price: 'kaufpreis|prix|precio|取得価額|買収額|交易金额|收购金额',
  'round type':
    'runde|finanzierungsrunde|finanzierungsphase|tour|tour de table|tour de financement|série|ronda|tipo de ronda|serie|ラウンド|シリーズ|轮次|融资轮次|投资轮次',
  revenue: 'umsatz|umsatzerlöse|chiffre d affaires|ca|ingresos|ventas|facturación|売上高|売上|营业收入|营收',
  'net income':
    'jahresüberschuss|jahresergebnis|gewinn|résultat net|bénéfice net|beneficio neto|resultado neto|当期純利益|純利益|净利润',
  valuation: 'bewertung|valorisation|valoración|評価額|估值',
  currency: 'währung|devise|monnaie|moneda|divisa|通貨|币种|货币',
  country: 'land|pays|país|国|国家',
  city: 'ort|stadt|sitz|hauptsitz|firmensitz|ville|siège|siège social|ciudad|sede|localidad|所在地|本社所在地|本社|都市|城市|所在城市|总部',
  industry: 'branche|sektor|secteur|secteur d activité|sector|industria|業種|行业|所属行业',
  description: 'beschreibung|kurzbeschreibung|présentation|descripción|概要|事業内容|简介|公司简介',
  founders: 'gründer|fondateurs|fundadores|創業者|创始人',
  ceo: 'geschäftsführer|geschäftsführung|directeur général|dirigeant|director general|consejero delegado|代表者|代表取締役|首席执行官|总经理',
  status: 'stand|statut|état|estado|situación|ステータス|状況|状態|状态|进展',
  link: 'verweis|lien|enlace|vínculo|リンク|链接',
  exchange:
    'börse|börsenplatz|handelsplatz|bourse|place de cotation|bolsa|mercado|取引所|証券取引所|上場市場|交易所|上市地',
  'split ratio':
    'splitverhältnis|aktiensplit|rapport de division|ratio de división|分割比率|株式分割|拆股比例|拆分比例',
  'effective date':
    'wirksam ab|stichtag|date d effet|date effective|fecha efectiva|fecha de efecto|効力発生日|生效日期|生效日',
  'offer price':
    'ausgabepreis|emissionspreis|prix d introduction|prix d émission|precio de salida|precio de oferta|公開価格|公募価格|发行价',
  'listing date':
    'erster handelstag|börsengang|première cotation|date d introduction|primer día de cotización|fecha de salida a bolsa|上場日|上市日期|上市时间',
  symbol:
    'kürzel|börsenkürzel|symbole|símbolo|code boursier|ticker bursátil|証券コード|銘柄コード|股票代码|证券代码',
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
