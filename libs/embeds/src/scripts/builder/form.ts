/** The form of the builder, whose parts follow each choice. */
export type BuilderForm = {
  /** The address of the builder. */
  address: string;
  /** Adds a company. */
  add: (slug: string) => Promise<void>;
  /** Reports to screen readers. */
  say: (words: string) => void;
};

/** Sends each choice to the server, and shows the parts of the page that it returns. */
export function startForm(): BuilderForm {
  const form = document.querySelector<HTMLFormElement>('#builder')!;
  const status = document.querySelector<HTMLElement>('#status')!;
  const search = document.querySelector<HTMLInputElement>('#q')!;
  const address = form.getAttribute('action')!;
  const say = (words: string) => (status.textContent = words);
  let last: AbortController | undefined;
  /** The field that the publisher is typing in, whose change counts when it loses the focus. */
  let typed: EventTarget | null | undefined;

  async function show(query: URLSearchParams): Promise<void> {
    last?.abort();
    last = new AbortController();
    try {
      const response = await fetch(`${address}?${query}`, { signal: last.signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      // Without the form, the session has ended, or the page reports an error.
      if (!page.querySelector('#builder')) return location.assign(`${address}?${query}`);
      document.title = page.title;
      typed = replaceParts(page, query) ?? typed;
      const { summary = '', address: chosen = address } = part(document, 'chosen').dataset;
      history.replaceState(null, '', chosen);
      const result = part(document, 'result');
      // What is wrong, what is drawn, or what is left to choose.
      const words = ['.error', 'h3', 'p'].map((one) => result.querySelector(one)).find(Boolean);
      say(`${summary} ${words?.textContent ?? ''}`);
    } catch (error) {
      if ((error as Error).name !== 'AbortError') say('The page could not be updated. Try again.');
    }
  }

  const choices = (submitter?: HTMLElement | null) =>
    // The form has no files, so all of its values are texts.
    new URLSearchParams([...(new FormData(form, submitter) as Iterable<[string, string]>)]);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const query = choices(event.submitter);
    const changed = query.has('add') || query.has('remove');
    void show(query).then(() => changed && search.focus());
  });
  form.addEventListener('change', ({ target }) => {
    if (target !== search && target !== typed) void show(choices());
  });
  // Each typed digit of a year changes the day: 0002, 0020, 0202, 2022. The day counts when its field loses the focus.
  form.addEventListener('keydown', ({ target, key }) => {
    if (target instanceof HTMLInputElement && target.type === 'date' && !/^(Tab|Enter)$/.test(key))
      typed = target;
  });
  form.addEventListener('focusout', ({ target }) => {
    if (target !== typed) return;
    typed = undefined;
    void show(choices());
  });
  return {
    address,
    say,
    add: async (slug) => {
      search.value = '';
      const query = choices();
      query.set('add', slug);
      await show(query);
    },
  };
}

const part = (page: Document, name: string) => page.querySelector<HTMLElement>(`[data-part=${name}]`)!;

/**
 * Replaces the parts that differ. What the publisher focuses stays, or is focused again by its id. Returns the field that has
 * kept what was typed since the request.
 */
function replaceParts(page: Document, query: URLSearchParams): HTMLInputElement | undefined {
  let kept: HTMLInputElement | undefined;
  for (const old of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const fresh = document.importNode(part(page, old.dataset['part']!), true);
    if (shapeOf(old) === shapeOf(fresh)) continue;
    const active = old.contains(document.activeElement) ? document.activeElement! : undefined;
    const open = old.querySelector('details')?.open;
    old.replaceWith(fresh);
    const details = fresh.querySelector('details');
    if (details && open) details.open = true;
    const field = active && active.id !== '' ? document.getElementById(active.id) : null;
    field?.focus();
    if (isTyped(active, query) && field instanceof HTMLInputElement) {
      field.value = active.value;
      field.setSelectionRange(active.selectionStart, active.selectionEnd);
      kept = field;
    }
    fresh.dispatchEvent(new CustomEvent('fresh', { bubbles: true }));
  }
  return kept;
}

/** Returns true for a text field whose value is not the one that the request had. */
const isTyped = (element: Element | undefined, query: URLSearchParams): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'text' && element.value !== query.get(element.name);

/** Returns the markup without what the reader has changed, which the page shows already. */
function shapeOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const each of copy.querySelectorAll('option,input:not([type=hidden]),details,button')) {
    for (const name of ['selected', 'checked', 'value', 'open', 'hidden']) {
      if (name !== 'value' || each.matches('input')) each.removeAttribute(name);
    }
  }
  return copy.outerHTML;
}
