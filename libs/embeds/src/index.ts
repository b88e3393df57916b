export * from './choices.ts';
export * from './data.ts';
export {
  addressKinds,
  signAddress,
  themeOfPath,
  verifyAddress,
  type Address,
  type AddressKind,
  type SigningKey,
} from './address.ts';
export { errorWords, isEmbed } from './error-words.ts';
export * from './gallery/index.ts';
export { fittingSize, iframeMarkup, leastHeight, usualSize } from './iframe.ts';
export {
  allowsOrigin,
  hexColour,
  originOf,
  readOptions,
  writeOptions,
  type AddressOptions,
  type Drawn,
  type Look,
} from './options.ts';
export { alternativeText, hasPicture, picturePolicy, renderPicture, type PictureSize } from './picture.ts';
export { renderInline, type Inline } from './inline.ts';
export { pagePolicy, renderPage, widgetCsv, type PageOptions, type Preview } from './render.ts';
export { exact, short, timeOf } from './chart/format.ts';
export { periodOf } from './chart/periods.ts';
export { escapeMarkup, linkAddress, parseAddress, plainText } from './text.ts';
export { readScripts, type Script, type Scripts } from './script.ts';
export {
  drawingOf,
  drawWidget,
  highlighted,
  kinds,
  measureNames,
  smallerKinds,
  pinWidget,
  titleOfAxes,
  titleOfWidget,
  wantsLog,
  type Kind,
  type Widget,
  type WidgetData,
} from './widgets/index.ts';
export { sayIn, translated } from './words/index.ts';
export type { Word } from './words/say.ts';
export { readMarks } from './marks.ts';
