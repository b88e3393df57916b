import { tellHeight } from './height.ts';

// The widgets that are no charts have nothing else that script would add to.
tellHeight();
