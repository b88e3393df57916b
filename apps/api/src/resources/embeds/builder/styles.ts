/** The style sheet of the builder. */
export const styles = `
:root { --line: light-dark(#8a949f, #737e8a); --soft: light-dark(#f4f6f8, #1d2229); --ink: light-dark(#1a212b, #e4e8ee);
  --quiet: light-dark(#576372, #a5afba); --link: light-dark(#0b57a4, #7db8f5); --page: light-dark(#fff, #14181d);
  --wrong: light-dark(#a4160f, #ff9d94); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
header, main { max-width: 66rem; margin: 0 auto; padding: 0 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; padding-top: 1.5rem; }
h1 { flex: 1 1 auto; margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2, legend { padding: 0; font-size: 1.2rem; font-weight: 600; line-height: 1.3; }
h2 { margin: 0 0 .5rem; }
h3 { margin: 0 0 .25rem; font-size: 1rem; }
section, fieldset { min-width: 0; margin: 1.75rem 0 0; padding: 0; border: 0; }
a { color: var(--link); }
p { margin: 0 0 .5rem; max-width: 42rem; }
.hint { margin: 0; font-weight: 400; color: var(--quiet); font-size: .875rem; }
.error { margin: .25rem 0 0; color: var(--wrong); font-weight: 600; }
label { font-weight: 600; }
input:not([type=radio], [type=checkbox]), select, textarea, button { max-width: 100%; padding: .45rem .6rem; border: 1px solid var(--line);
  border-radius: 4px; background: var(--page); color: inherit; font: inherit; }
input:not([type=radio], [type=checkbox]), select { width: 100%; min-height: 2.6rem; }
input[aria-invalid=true]:not([type=radio]), select[aria-invalid=true] { border: 2px solid var(--wrong); }
button { min-height: 2.6rem; padding: .45rem .9rem; background: var(--soft); cursor: pointer; }
.files { margin: .35rem 0 1.25rem; padding: 0; list-style: none; }
.files a { display: block; padding: .45rem .9rem; border: 1px solid var(--line); border-radius: 4px; background: var(--soft); }
button.main { border-color: var(--link); background: var(--link); color: var(--page); font-weight: 600; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; }
.box { position: relative; flex: 1 1 14rem; max-width: 32rem; }
.box ul { position: absolute; z-index: 1; inset: 100% 0 auto; max-height: 20rem; margin: 2px 0 0; padding: 4px;
  overflow: auto; border: 1px solid var(--line); border-radius: 4px; background: var(--page); list-style: none; }
.box li { padding: .4rem .5rem; border-radius: 3px; cursor: pointer; }
.box li small, .list small { color: var(--quiet); font-size: .875rem; }
.box li[aria-selected=true] { background: var(--link); color: var(--page); }
.box li[aria-selected=true] small { color: inherit; }
.list { margin: .75rem 0 0; padding: 0; list-style: none; }
.list li { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; padding: .3rem 0; }
.saved li { justify-content: flex-start; border-bottom: 1px solid var(--line); }
.saved li > div { flex: 1 1 16rem; }
.forms label { display: grid; grid-template-columns: 1.5rem 1fr; margin-top: .6rem; }
.forms input { width: 1.1rem; height: 1.1rem; margin: .2rem 0 0; accent-color: var(--link); }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 1rem;
  align-items: start; margin: .5rem 0 1rem; }
summary { width: max-content; max-width: 100%; padding: .4rem 0; color: var(--link); cursor: pointer; }
.scroll { width: fit-content; max-width: 100%; margin: .25rem 0 1.25rem; border: 1px solid var(--line); overflow: auto; }
iframe { display: block; border: 0; }
.code { margin: 0 0 1.25rem; }
textarea { display: block; width: 100%; margin: .35rem 0; background: var(--soft); resize: vertical;
  font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.read { border-collapse: collapse; }
.read th, .read td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: start; }
.read small { color: var(--quiet); font-weight: 400; }
.list b { flex: none; min-width: 4rem; }
.list li > span { flex: 1 1 14rem; }
#status { min-height: 1.5rem; margin: .75rem 0 0; }
.signin { max-width: 30rem; }
footer { margin: 2.5rem 0 2rem; }
@media (forced-colors: active) { .box li[aria-selected=true] { outline: 2px solid Highlight; } }
`;
