export { galleryPolicy, renderGallery, type GalleryOptions, type RealState } from './page.ts';
export { families, states as galleryStates, type Family, type State as GalleryState } from './states.ts';
