import { askForHeight } from '../../scripts/height.ts';
import { readPage } from '../../scripts/page.ts';
import { speakAsPage } from '../../scripts/words.ts';
import { readingsIn } from './pack.ts';

speakAsPage();
readPage(readingsIn);
askForHeight();
