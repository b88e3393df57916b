export { galleryPolicy, renderGallery, type GalleryOptions, type RealState } from './page.ts';
export { states as galleryStates, type State as GalleryState } from './states.ts';
export { families, type Family } from './families.ts';
