import { startCombobox } from './combobox.ts';
import { startForm, type BuilderForm } from './form.ts';

// The script of the builder. The page works without it, by its form: the script saves reloading it.
const form = startForm();
startCombobox(form);
startCopying(form);

/** Shows the buttons that copy, which do nothing without script. */
function startCopying({ say }: BuilderForm): void {
  const show = () =>
    document.querySelectorAll<HTMLElement>('[data-copy]').forEach((button) => (button.hidden = false));
  show();
  document.addEventListener('fresh', show);
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]');
    if (button) void copy(button).then(say);
  });
}

/** Copies the text of a field, and returns the outcome as a sentence. Without a clipboard, it selects the text to copy. */
async function copy(button: HTMLElement): Promise<string> {
  const field = document.getElementById(button.dataset['copy']!) as HTMLTextAreaElement;
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
    return 'Copied.';
  } catch {
    field.focus();
    field.select();
    return 'The browser does not allow copying. The text is selected: press Ctrl+C or ⌘C.';
  }
}
