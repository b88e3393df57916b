export * from './data.ts';
export { signAddress, verifyAddress, type Address, type AddressOptions, type SigningKey } from './address.ts';
export { iframeMarkup } from './iframe.ts';
export { renderPicture, type PictureSize, type PictureTheme } from './picture.ts';
export { pagePolicy, renderPage, type PageOptions } from './render.ts';
export { readClientScript, type ClientScript } from './script.ts';
