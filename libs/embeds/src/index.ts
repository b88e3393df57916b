export * from './inputs/choices.ts';
export * from './inputs/data.ts';
export {
  addressKinds,
  signAddress,
  themeOfPath,
  verifyAddress,
  type Address,
  type AddressKind,
  type SigningKey,
} from './embed/address.ts';
export { errorWords, isEmbed } from './embed/error-words.ts';
export * from './gallery/index.ts';
export { fittingSize, iframeMarkup, leastHeight, usualSize } from './embed/iframe.ts';
export {
  allowsOrigin,
  hexColour,
  originOf,
  readOptions,
  writeOptions,
  type AddressOptions,
  type Drawn,
  type Look,
} from './inputs/options.ts';
export {
  alternativeText,
  hasPicture,
  picturePolicy,
  renderPicture,
  type PictureSize,
} from './embed/picture.ts';
export { renderInline, type Inline } from './embed/inline.ts';
export { pagePolicy, renderPage, widgetCsv, type PageOptions, type Preview } from './embed/render.ts';
export { exact, short, timeOf } from './chart/format.ts';
export { periodOf } from './chart/periods.ts';
export { escapeMarkup, linkAddress, parseAddress, plainText } from './text/text.ts';
export { readScripts, type Script, type Scripts } from './embed/script.ts';
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
export { readMarks } from './inputs/marks.ts';
