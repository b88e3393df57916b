/** The styles of lines and their marks, shared by charts, small lines and standalone SVG files. */
export const lineCss = `
path.line{fill:none;stroke:var(--line);stroke-width:2.25px;stroke-linejoin:round;stroke-linecap:round}
path.estimate{stroke-dasharray:5px 3.5px;stroke-linecap:butt}
path.tail{opacity:.4}
circle{fill:var(--line);stroke:var(--paper);stroke-width:1.5px}
circle.estimate{fill:var(--paper);stroke:var(--line);stroke-width:2px}`;

/** The styles of every chart's drawing. */
export const drawingCss = `${lineCss}
text{font:12px/1 var(--font);fill:var(--muted);font-variant-numeric:tabular-nums}
text.value{font-size:14px;font-weight:700;fill:var(--ink)}
line{stroke:var(--grid);stroke-width:1px;shape-rendering:crispEdges}
line.zero,line.tick{stroke:var(--axis)}
path.area{fill:var(--line);opacity:.08}
rect.forecast{fill:var(--muted);opacity:.1}
.series circle{fill:currentColor}
.series path.line{stroke:currentColor}
.series circle.estimate{fill:var(--paper);stroke:currentColor}
.series path.area{fill:currentColor}
text.datum{fill:var(--ink);font-weight:700}`;

/** The strokes of paths on pages keep their width when their box stretches. */
export const strokeCss = 'path{vector-effect:non-scaling-stroke}';

/** The halo of texts that cross lines, on pages. */
export const haloCss =
  'text.value,text.datum{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}';

/** The halo in pictures: a text of its own below each of these texts. */
export const pictureHaloCss =
  'text.halo{fill:var(--paper);stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}';

/** The styles that only charts of datasets need. */
export const datasetDrawingCss = `
line.note{stroke:var(--axis);stroke-dasharray:2px 3px}
path.faint{opacity:.4;stroke-width:1.25px}
path.edge{fill:none;stroke:var(--paper);stroke-width:1px}
path.band{fill:currentColor}
path.lead{fill:none;stroke:currentColor;opacity:.6}
path.marker{fill:currentColor;stroke:var(--paper);stroke-width:1.5px}
path.marker.estimate{fill:var(--paper);stroke:currentColor;stroke-width:2px;stroke-dasharray:none}
rect.column{fill:currentColor}
.quiet rect{stroke:var(--paper)}
path.thin{stroke-width:1.25px}
rect.estimate{fill-opacity:.2;stroke:currentColor;stroke-dasharray:4px 3px}
text.tinted{fill:currentColor}
text.name{font-weight:700;fill:currentColor}
text.now{font-weight:700;fill:var(--ink)}`;
