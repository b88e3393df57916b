export * from './data.ts';
export {
  addressKinds,
  signAddress,
  verifyAddress,
  type Address,
  type AddressKind,
  type SigningKey,
} from './address.ts';
export * from './gallery/index.ts';
export { iframeMarkup, usualSize } from './iframe.ts';
export { allowsOrigin, hexColour, originOf, type AddressOptions, type Look } from './options.ts';
export { picturePolicy, renderPicture } from './picture.ts';
export { pagePolicy, renderPage, widgetCsv } from './render.ts';
export { escapeMarkup, parseAddress } from './text.ts';
export { readScripts, type Script, type Scripts } from './script.ts';
export { kinds, pinWidget, titleOfWidget, type Kind, type Widget, type WidgetData } from './widgets/index.ts';
