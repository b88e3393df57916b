import { startCombobox } from './combobox.ts';
import { startCopying } from './copy.ts';
import { startForm } from './form.ts';

// The script of the builder. The page works without it, by its form: the script saves reloading it.
const form = startForm();
startCombobox(form);
startCopying(form);
