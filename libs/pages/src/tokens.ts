/** The custom properties of every page: colours in light and dark, type, and the widths of contents. */
const tokens = `
--page:light-dark(#fff,#15191e);--text:light-dark(#1a212b,#eef1f4);
--quiet:light-dark(#58626e,#a5afba);--line:light-dark(#e2e6ea,#2c333b);
--link:light-dark(#1b5e9e,#7ab6f2);
--sans:system-ui,sans-serif;--serif:Charter,"Iowan Old Style",Georgia,Cambria,serif;
--small:.875rem;--smaller:.8125rem;--text-width:42rem;--width:66rem;--gutter:clamp(16px,4vw,40px);`;

const layout = `
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.55 var(--sans);overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:2px;text-decoration-thickness:1px}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}
h1,h2,h3{line-height:1.25;text-wrap:balance}
h1{margin:0 0 12px;font:600 clamp(1.75rem,5vw,2.4rem)/1.15 var(--serif)}
h2{margin:40px 0 12px;font-size:1.25rem;break-after:avoid}
h3{margin:24px 0 8px;font-size:1.05rem}
p,dl,dd,ul,ol,figure{margin:0}
p+p{margin-top:.7em}
.quiet{color:var(--quiet);font-size:var(--small)}
.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;padding:8px 16px;background:var(--page)}
.top,main{padding-inline:max(var(--gutter),(100% - var(--width))/2)}
.top{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;padding-block:12px;border-bottom:1px solid var(--line)}
.top .home{color:inherit;font-weight:700;font-size:1.1rem;text-decoration:none}
.links ul{display:flex;flex-wrap:wrap;gap:4px 18px;padding:0;list-style:none;font-size:var(--small)}
main{display:block;padding-block:clamp(20px,4vw,40px);outline:0}
.list{padding:0;list-style:none}
.list li{padding:9px 0;border-bottom:1px solid var(--line)}
.list small{display:block;font-size:var(--smaller);line-height:1.45;color:var(--quiet)}`;

const table = `
table{width:100%;overflow-wrap:break-word;border-collapse:collapse;font-size:var(--small);line-height:1.45;font-variant-numeric:tabular-nums}
th,td{padding:7px 18px 7px 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;font-weight:400}
:dir(rtl)>:is(th,td){padding:7px 0 7px 18px}
tr>:last-child{padding-inline-end:0}
thead th{position:sticky;top:0;background:var(--page);font-size:var(--smaller);color:var(--quiet);vertical-align:bottom}
tbody th{font-weight:600}
.number{text-align:end}
.day,.number{white-space:nowrap}
tbody th,td.wide{min-width:8rem;overflow-wrap:anywhere}
.none,.est{color:var(--quiet);font-weight:400}
@media (max-width:40rem){
  thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  thead th{position:static}
  table,tbody{display:block}
  tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 16px;padding:9px 0;border-bottom:1px solid var(--line)}
  th,tbody th,td,td.wide,:dir(rtl)>:is(th,td){padding:0;border:0;min-width:0}
  tbody th{grid-column:1}
  td.number{grid-column:2;white-space:normal}
  td.wide{grid-column:1/-1}
}`;

const media = `
@media print{
  :root{color-scheme:light!important}
  body{font-size:10pt;background:none}
  .top,.links,.skip,.screen{display:none}
  main{padding-inline:0}
  thead th{position:static}
  tr,.list li{break-inside:avoid}
  a{color:inherit}
}
@page{margin:16mm}`;

/** The style sheet that every page has. */
export const base = `:root{${tokens}}${layout}${table}${media}`;
