/** The style sheet of the API reference. */
export const styles = `
:root { color-scheme: light dark; --line: light-dark(#d8dde3, #3a414b); --soft: light-dark(#f4f6f8, #1d2229);
  --text: light-dark(#1a212b, #e4e8ee); --quiet: light-dark(#576372, #9aa7b6); --link: light-dark(#0b57a4, #7db8f5);
  --page: light-dark(#fff, #14181d); --good: light-dark(#116b3a, #6fd39a); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); background: var(--page);
  color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.25rem; border-right: 1px solid var(--line);
  background: var(--soft); font-size: .875rem; }
nav .name { margin: 0 0 1rem; font-size: 1.05rem; font-weight: 600; }
nav h2 { margin: 1.1rem 0 .25rem; font-size: .8rem; letter-spacing: .03em; color: var(--quiet); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: .1rem 0; overflow-wrap: anywhere; }
nav a { text-decoration: none; }
main { max-width: 62rem; padding: 2rem 2.5rem 6rem; }
a { color: var(--link); }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; }
main h2 { margin: 3rem 0 1rem; padding-bottom: .35rem; border-bottom: 2px solid var(--line); font-size: 1.5rem; }
h3 { margin: 0 0 .25rem; font-size: 1.125rem; }
article { margin: 0 0 2.5rem; scroll-margin-top: 1rem; }
code, pre { font-family: ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; font-size: .85em; }
pre { overflow: auto; margin: .75rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--soft); line-height: 1.5; }
.address { margin: 0 0 .75rem; overflow-wrap: anywhere; }
.address em { margin-left: .5rem; color: var(--quiet); }
b { font-size: .75rem; font-weight: 700; letter-spacing: .02em; }
nav b { display: inline-block; width: 2.4rem; color: var(--quiet); }
.address b { padding: .15rem .45rem; border: 1px solid var(--line); border-radius: 4px; }
.good { color: var(--good); }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 1rem; font-size: .9rem; }
caption { padding: .4rem 0; text-align: left; font-weight: 600; color: var(--quiet); }
th, td { padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { font-weight: 600; }
tbody th { font-weight: 400; }
td, tbody th { overflow-wrap: anywhere; }
tbody th { min-width: 9rem; }
td small { display: block; color: var(--quiet); }
details { border-top: 1px solid var(--line); padding: .35rem 0; }
summary { cursor: pointer; }
summary b { display: inline-block; width: 2.5rem; font-size: .85rem; }
@media (max-width: 60rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 45vh; border: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.5rem 1.25rem 4rem; }
  thead { display: none; }
  tr, tbody th, td { display: block; }
  tr { padding: .5rem 0; border-top: 1px solid var(--line); }
  tbody th, td { padding: 0; border: 0; }
}
@media print { nav { display: none; } body { display: block; } }
`;
