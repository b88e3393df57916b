import type { BuilderForm } from './form.ts';

type Company = { slug: string; name: string; domain: string };

/** Milliseconds without a key before a search. */
const PAUSE = 150;

/** Turns the search field into a combobox with a list (ARIA Authoring Practices: editable, with list autocompletion). */
export function startCombobox({ address, add, say }: BuilderForm): void {
  const input = document.querySelector<HTMLInputElement>('#q')!;
  const list = document.querySelector<HTMLElement>('#q-list')!;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: AbortController | undefined;
  let active = -1;
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    'aria-autocomplete': 'list',
  })) {
    input.setAttribute(name, value);
  }

  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')];

  function activate(index: number): void {
    active = index;
    options().forEach((option, i) => option.setAttribute('aria-selected', String(i === active)));
    const option = options()[active];
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  }

  function open(companies: Company[]): void {
    list.replaceChildren(...companies.map(optionOf));
    list.hidden = companies.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    activate(-1);
  }

  /** Keeps the list as it is, whatever search is still under way. */
  function settle(): void {
    clearTimeout(timer);
    last?.abort();
  }

  function close(): void {
    settle();
    open([]);
  }

  async function search(): Promise<void> {
    last?.abort();
    last = new AbortController();
    const q = input.value.trim();
    if (q === '') return close();
    try {
      const response = await fetch(`${address}/companies?${new URLSearchParams({ q })}`, {
        signal: last.signal,
      });
      const answer = (await response.json()) as { companies?: Company[] };
      const companies = answer.companies ?? [];
      open(companies);
      if (!response.ok) say('The search is not available now. Try again in a minute.');
      else if (companies.length === 0) say(`No company matches “${q}”.`);
      else say(companies.length === 1 ? '1 company found.' : `${companies.length} companies found.`);
    } catch (error) {
      if ((error as Error).name !== 'AbortError')
        say('The search is not available now. Try again in a minute.');
    }
  }

  function choose(option: HTMLElement): void {
    const { slug } = option.dataset;
    close();
    void add(slug!);
  }

  function typed(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), PAUSE);
  }

  input.addEventListener('input', typed);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const all = options();
    const option = all[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (all.length === 0) return void search();
      // A later result would take the option from under the keys.
      settle();
      if (active < 0) activate(step > 0 ? 0 : all.length - 1);
      else activate((active + step + all.length) % all.length);
    } else if (event.key === 'Enter' && option) {
      event.preventDefault();
      choose(option);
    } else if (event.key === 'Escape') {
      // The first Escape closes the list, the next one empties the field.
      if (list.hidden) input.value = '';
      close();
      event.preventDefault();
    }
  });
  // Before the field loses the focus, which closes the list.
  list.addEventListener('mousedown', (event) => {
    event.preventDefault();
    const option = (event.target as Element).closest<HTMLElement>('[role=option]');
    if (option) choose(option);
  });
  // Somebody may have typed before the script arrived.
  if (document.activeElement === input) typed();
}

function optionOf({ slug, name, domain }: Company, index: number): HTMLElement {
  const option = document.createElement('li');
  const place = document.createElement('small');
  place.textContent = domain;
  option.append(name, ' ', place);
  option.id = `q-option-${index}`;
  option.role = 'option';
  option.dataset['slug'] = slug;
  return option;
}
