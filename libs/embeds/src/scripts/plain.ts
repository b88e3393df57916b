import { reportHeight } from './height.ts';

reportHeight();
