export * from './data.ts';
export { signAddress, verifyAddress, type Address, type AddressOptions, type SigningKey } from './address.ts';
export { iframeMarkup } from './iframe.ts';
export { valuationPicture, type PictureSize } from './picture.ts';
export { pagePolicy, renderPage, type PageOptions } from './render.ts';
export { readClientScript, type ClientScript } from './script.ts';
