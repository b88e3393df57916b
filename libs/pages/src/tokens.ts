/** The custom properties of every page: colours in light and dark, type, and the widths of contents. */
export const tokens = `
--page:light-dark(#fff,#15191e);--soft:light-dark(#f4f6f8,#1d2229);--text:light-dark(#1a212b,#eef1f4);
--quiet:light-dark(#58626e,#a5afba);--line:light-dark(#e2e6ea,#2c333b);--edge:light-dark(#8a949f,#737e8a);
--link:light-dark(#1b5e9e,#7ab6f2);--bar:light-dark(#8db6de,#3f6c9b);--good:light-dark(#116b3a,#6fd39a);--wrong:light-dark(#a4160f,#ff9d94);
--sans:system-ui,sans-serif;--serif:Charter,"Iowan Old Style",Georgia,Cambria,serif;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
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
code,pre{font:.875em/1.5 var(--mono)}
pre{overflow:auto;margin:12px 0;padding:12px 16px;border:1px solid var(--line);border-radius:6px;background:var(--soft)}
.quiet,.hint{color:var(--quiet);font-size:var(--small)}
.unseen,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;padding:8px 16px;background:var(--page)}
.top,.foot,main,.aside>nav{padding-inline:max(var(--gutter),(100% - var(--width))/2)}
.top{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;padding-block:12px;border-bottom:1px solid var(--line)}
.top .home{color:inherit;font-weight:700;font-size:1.1rem;text-decoration:none}
.top form{display:flex;flex:1 1 16rem;min-width:0;gap:8px;max-width:28rem}
.top input{flex:1 1 0;width:0;min-width:0}
.links ul{display:flex;flex-wrap:wrap;gap:4px 18px;padding:0;list-style:none;font-size:var(--small)}
.links a[aria-current]{color:inherit;font-weight:600}
main{display:block;padding-block:clamp(20px,4vw,40px);outline:0}
.foot{padding-block:16px 32px;border-top:1px solid var(--line);color:var(--quiet);font-size:var(--small)}
.aside{display:grid;grid-template-columns:18rem minmax(0,1fr)}
.aside>nav{position:sticky;top:0;max-height:100vh;overflow:auto;padding:24px 20px;border-inline-end:1px solid var(--line);font-size:var(--small)}
.aside>nav ul{padding:0;list-style:none}
.aside>main{padding-inline:var(--gutter)}
.list{padding:0;list-style:none}
.list li{padding:9px 0;border-bottom:1px solid var(--line)}
.list small{display:block;font-size:var(--smaller);line-height:1.45;color:var(--quiet)}
@media (max-width:60rem){.aside{display:block}.aside>nav{position:static;max-height:45vh;border:0;border-bottom:1px solid var(--line)}}`;

const table = `
table{width:100%;overflow-wrap:break-word;border-collapse:collapse;font-size:var(--small);line-height:1.45;font-variant-numeric:tabular-nums}
caption{padding:4px 0;text-align:start;color:var(--quiet)}
th,td{padding:7px 18px 7px 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;font-weight:400}
:dir(rtl)>:is(th,td){padding:7px 0 7px 18px}
tr>:last-child{padding-inline-end:0}
thead th{position:sticky;top:0;background:var(--page);font-size:var(--smaller);color:var(--quiet);vertical-align:bottom}
thead a{white-space:nowrap}
tbody th{font-weight:600}
.number{text-align:end}
.day,.number{white-space:nowrap}
tbody th,td:is(.wide,.action){min-width:8rem;overflow-wrap:anywhere}
.none,.est{color:var(--quiet);font-weight:400}
.scroll{overflow-x:auto}
@media (min-width:66rem){.scroll{overflow:visible}}
@media (max-width:40rem){
  thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  thead th{position:static}
  table,tbody{display:block}
  tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 16px;padding:9px 0;border-bottom:1px solid var(--line)}
  th,tbody th,td,td:is(.wide,.action),:dir(rtl)>:is(th,td){padding:0;border:0;min-width:0}
  tbody th{grid-column:1}
  td.number{grid-column:2;white-space:normal}
  td:is(.wide,.action){grid-column:1/-1}
  .labelled tr{grid-template-columns:minmax(0,1fr)}
  .labelled :is(tbody th,td){grid-column:1;text-align:start;white-space:normal}
  .labelled td:empty{display:none}
  .labelled td::before{content:attr(data-title) ": ";color:var(--quiet)}
}`;

const form = `
input,select,textarea,button,.button{max-width:100%;min-height:2.5rem;padding:.4rem .6rem;border:1px solid var(--edge);border-radius:4px;
  background:var(--page);color:inherit;font:inherit}
input:is([type=checkbox],[type=radio]){min-height:0;width:1.1rem;height:1.1rem;margin:0;vertical-align:text-bottom;accent-color:var(--link)}
button,.button{padding:.4rem .9rem;white-space:nowrap;background:var(--soft);cursor:pointer}
.button{display:inline-flex;align-items:center;text-decoration:none}
button.main{border-color:var(--link);background:var(--link);color:var(--page);font-weight:600}
[aria-invalid=true]{border:2px solid var(--wrong)}
.error{color:var(--wrong);font-weight:600}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:14px 20px;align-items:start;margin:8px 0 14px}
.fields :is(input:not([type=checkbox],[type=radio]),select){display:block;width:100%}
.fields>fieldset{grid-column:1/-1}
label,legend{font-weight:600;font-size:var(--small)}
fieldset{min-width:0;margin:0;padding:0;border:0}
.choices{display:flex;flex-wrap:wrap;gap:6px 18px}
.choices label{display:flex;gap:6px;align-items:center;font-weight:400}
.range{display:grid;grid-template-columns:1fr 1fr;gap:8px}
summary{width:max-content;max-width:100%;padding:.3rem 0;color:var(--link);cursor:pointer}
.tabs{display:flex;flex-wrap:wrap;gap:4px 22px;margin:16px 0;padding:0;border-bottom:1px solid var(--line);list-style:none}
.tabs a{display:block;padding:6px 0;text-decoration:none}
.tabs [aria-current]{border-bottom:3px solid currentColor;color:inherit;font-weight:600}
.pages{margin-top:16px}
.actions{display:flex;flex-wrap:wrap;align-items:baseline;gap:6px 20px;margin:14px 0;font-size:var(--small)}`;

const media = `
@media (forced-colors:active){.bar{forced-color-adjust:none}[aria-current]{outline:1px solid}}
@media print{
  :root{color-scheme:light!important}
  body{font-size:10pt;background:none}
  .top,.links,.aside>nav,.skip,form,.screen,.action{display:none!important}
  main,.foot{padding-inline:0}
  .aside{display:block}
  .scroll{overflow:visible}
  thead th{position:static}
  tr,.list li,pre{break-inside:avoid}
  a{color:inherit}
}
@page{margin:16mm}`;

/** The style sheet that every page has. */
export const base = `:root{${tokens}}${layout}${table}${form}${media}`;
