/** The style sheet of the documentation, after that of every page. */
export const styles = `
.top,.foot,.aside>nav{padding-inline:clamp(16px,2vw,20px)}
.aside>nav p{margin:16px 0 4px;color:var(--quiet);font-weight:600}
.aside>nav li{padding:2px 0}
.aside>nav li ul{padding-inline-start:12px}
.aside>nav a{text-decoration:none}
.aside>nav a[aria-current]{color:inherit;font-weight:600}
main{max-width:76rem;scroll-margin-top:1rem}
main>:is(p,ul,ol,blockquote){max-width:var(--text-width)}
main>p+:is(ul,ol){margin-top:8px}
main>:is(ul,ol):not(.list,.operations){padding-inline-start:1.3em}
main li+li{margin-top:4px}
h2,h3,h4{scroll-margin-top:1rem}
.code{position:relative;margin:0 0 12px;padding-top:26px}
.code pre{margin:0}
.code figcaption{position:absolute;top:4px;font:var(--smaller) var(--mono);color:var(--quiet)}
main table{margin-block:12px 16px}
.copy{position:absolute;inset:0 0 auto auto;min-height:24px;padding:0 8px;border:0;background:none;color:var(--link);font-size:var(--smaller)}
.address{margin-bottom:16px;overflow-wrap:anywhere}
b{font-size:.85em}
.fields,.errors,.operations{padding:0;list-style:none}
.fields li,.fields li+li{margin:0}
.fields li{padding:5px 0;border-top:1px solid var(--line)}
.fields p{margin:0;font-size:var(--small);line-height:1.45}
.fields small,.fields p small{color:var(--quiet)}
.try textarea{width:100%;font-family:var(--mono)}
.operations li{padding:3px 0}
.operations code{color:var(--quiet)}
.examples pre{max-height:28rem}
.examples summary{width:auto}
@media (max-width:70rem){.examples pre{max-height:16rem}}
@media (min-width:70rem){
  .halves{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,24rem);gap:32px}
  .examples{grid-area:1/2;position:sticky;top:12px;align-self:start;max-height:calc(100vh - 24px);overflow:auto}
}
@media (max-width:60rem){.aside>nav{max-height:11rem}}`;
