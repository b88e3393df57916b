import { askForHeight, reportHeight } from './height.ts';

reportHeight();
askForHeight();
