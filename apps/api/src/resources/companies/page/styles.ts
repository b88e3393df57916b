const grid = 'light-dark(#e2e6ea,#2c333b)';
const muted = 'light-dark(#58626e,#a5afba)';

/** The style sheet of the page, which looks like that of a document. */
export const styles = `
body{margin:0 auto;padding:clamp(24px,5vw,64px) 20px;max-width:60rem;font:17px/1.55 Charter,"Iowan Old Style",Georgia,Cambria,serif;
  font-size:1.0625rem;background:light-dark(#fff,#15191e);color:light-dark(#1a212b,#eef1f4);overflow-wrap:anywhere}
.kind,.facts,.figures,nav,table,.list small,.more,footer{font-family:system-ui,sans-serif}
.kind,nav,.more,footer{font-size:.875rem;line-height:1.5;color:${muted}}
p,dl,dd,ul,figure{margin:0}
header,.text{max-width:42rem}
header{display:flow-root}
.logo{float:right;margin:4px 0 8px 20px;width:72px;height:72px;object-fit:contain}
h1{margin:8px 0 12px;font-size:clamp(1.75rem,5vw,2.6rem);line-height:1.15;text-wrap:balance}
h2{margin:48px 0 14px;padding-top:14px;border-top:2px solid currentColor;font-size:1.3rem;line-height:1.25;break-after:avoid}
.text p+p{margin-top:.7em}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr));gap:12px 28px;margin-top:24px;font-size:.9375rem;line-height:1.45}
dt{font-size:.8125rem;color:${muted}}
nav{margin-top:24px}
nav ul{display:flex;flex-wrap:wrap;gap:4px 18px;padding:0;list-style:none}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,14rem),1fr));gap:22px 28px;font-size:.875rem;line-height:1.5}
.figures strong{display:block;font-size:2rem;line-height:1.2;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.figures dd>span{display:block;color:${muted}}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:44px 40px}
.charts>*{min-width:0}
table{width:100%;overflow-wrap:break-word;border-collapse:collapse;font-size:.875rem;line-height:1.45;font-variant-numeric:tabular-nums}
th,td{padding:7px 18px 7px 0;border-bottom:1px solid ${grid};text-align:start;vertical-align:top;font-weight:400}
th:last-child,td:last-child{padding-right:0}
thead th{font-size:.8125rem;color:${muted}}
tbody th{font-weight:600}
.number{text-align:end}
td.number{font-weight:600}
.day,.number{white-space:nowrap}
th.name,.wide{min-width:8rem}
tbody th,td.wide{min-width:8rem;overflow-wrap:anywhere}
.none,.est{color:${muted};font-weight:400}
.narrow{display:none}
.list{padding:0;list-style:none}
.list li{padding:9px 0;border-bottom:1px solid ${grid}}
.list small{display:block;font-size:.8125rem;line-height:1.45;color:${muted}}
.more{margin-top:10px}
footer{margin-top:56px;padding-top:16px;border-top:1px solid ${grid}}
a{color:light-dark(#1b5e9e,#7ab6f2);text-underline-offset:2px;text-decoration-thickness:1px}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}
@media (max-width:40rem){
  thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  table,tbody{display:block}
  tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 16px;padding:9px 0;border-bottom:1px solid ${grid}}
  th,tbody th,td,td.wide{padding:0;border:0;min-width:0}
  tbody th{grid-column:1}
  td.number{grid-column:2;white-space:normal}
  td.wide{grid-column:1/-1}
  .narrow{display:inline}
}
@media print{
  :root{color-scheme:light!important}
  body{padding:0;max-width:none;font-size:10pt;background:none}
  nav,.screen{display:none}
  h2{margin-top:22pt}
  .figures>*,.charts>*,tr,.list li{break-inside:avoid}
  .charts{display:block}
  .charts>*{margin-bottom:18pt}
  a{color:inherit}
  .figures .source::after,td .source::after{content:" (" attr(href) ")";font-size:7pt;color:#58626e;word-break:break-all}
}
@page{margin:16mm}`;
