export { galleryPolicy, renderGallery, type GalleryOptions } from './page.ts';
export { states as galleryStates, type State as GalleryState } from './states.ts';
