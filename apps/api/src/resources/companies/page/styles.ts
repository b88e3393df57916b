/** The styles of the page besides those of every page. */
export const styles = `
.about,.text{max-width:var(--text-width)}
.about{display:flow-root}
.about h1{font-size:clamp(1.75rem,5vw,2.6rem)}
.text{font:1.0625rem/1.55 var(--serif)}
.kind{color:var(--quiet);font-size:var(--small)}
.logo{float:inline-end;margin-block:4px 8px;margin-inline-start:20px;width:72px;height:72px;object-fit:contain}
h2{margin:48px 0 14px;padding-top:14px;border-top:2px solid currentColor;font:600 1.3rem/1.25 var(--serif)}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr));gap:12px 28px;margin-block:24px;font-size:.9375rem;line-height:1.45}
dt{font-size:var(--smaller);color:var(--quiet)}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,14rem),1fr));gap:22px 28px;font-size:var(--small);line-height:1.5}
.figures strong{display:block;font-size:2rem;line-height:1.2;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.figures dd>span{display:block;color:var(--quiet)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:44px 40px}
.charts>*{min-width:0}
td.number{font-weight:600}
.narrow{display:none}
.more{margin-top:10px;color:var(--quiet);font-size:var(--small)}
main>footer{margin-top:56px}
@media (max-width:40rem){.narrow{display:inline}}
@media print{
  h2{margin-top:22pt}
  .figures>*,.charts>*{break-inside:avoid}
  .charts{display:block}
  .charts>*{margin-bottom:18pt}
  .figures .source::after,td .source::after{content:" (" attr(href) ")";font-size:7pt;color:#58626e;word-break:break-all}
}`;
