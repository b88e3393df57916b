/** The script of the site: search boxes suggest names while somebody types. Everything else works without it. */
export const script = `const { src } = document.querySelector('script[src$="/search/script.js"]');
const address = new URL('suggestions', src);
for (const [i, box] of document.querySelectorAll('input[type=search]').entries()) {
  const list = document.createElement('datalist');
  list.id = 'suggestions-' + i;
  box.after(list);
  box.setAttribute('list', list.id);
  box.autocomplete = 'off';
  let last = '';
  let timer;
  const typed = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const q = box.value.trim();
      if (q === last || q === '') return;
      last = q;
      const answer = await fetch(address + '?' + new URLSearchParams({ q })).catch(() => undefined);
      if (!answer?.ok || q !== box.value.trim()) return;
      const { suggestions } = await answer.json();
      list.replaceChildren(...suggestions.map(({ title }) => new Option(title, title)));
    }, 150);
  };
  box.addEventListener('input', typed);
  // Somebody may have typed before the script arrived.
  if (document.activeElement === box) typed();
}
`;
