/** What the console adds to the style sheet of every page. */
export const styles = `
:root{--width:80rem}
td form,li form{display:inline-block;margin:0 8px 4px 0}
main button{white-space:normal}
td ul{padding:0;list-style:none}
td pre{white-space:pre-wrap;overflow-wrap:anywhere}
td button{min-height:2rem;padding:.2rem .6rem}
.good{color:var(--good);font-weight:600}
.bad{color:var(--wrong);font-weight:600}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:8px 32px}
.secret{user-select:all;overflow-wrap:anywhere}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 16px;font-size:var(--small)}
dl.facts dt{color:var(--quiet)}
textarea{width:100%;padding:8px;border:1px solid var(--edge);border-radius:4px;background:var(--page);color:inherit;font:.875em/1.5 var(--mono)}
dl.facts{margin-bottom:14px}
main>form{margin-top:14px}
.questions .fields{grid-template-columns:minmax(0,40rem)}
.whole{grid-column:1/-1}
.cell{margin-bottom:6px}
.cell input{display:block;width:100%;min-height:2rem;padding:.2rem .5rem}
.pre{white-space:pre-wrap}
section.item{padding-bottom:20px;border-bottom:1px solid var(--line)}
@media (max-width:40rem){dl.facts{grid-template-columns:minmax(0,1fr)}dl.facts dd{margin-bottom:6px}}
@media print{.actions,details:not([open]){display:none}.cell input{min-height:0;padding:0;border:0}}`;
