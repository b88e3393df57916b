import { expect, it } from '@jest/globals';
import { states } from './gallery/states.ts';
import { flatten } from './flat.ts';
import { hasPicture, renderPicture } from './picture.ts';

const room = { width: 400, height: 200 };

it('resolves percentages against the drawing that they are in', () => {
  expect(
    flatten(
      '<svg x="10%" y="20" width="50%" height="100"><line x1="0" x2="100%" y1="50%" y2="50%" /></svg>',
      room,
    ),
  ).toBe('<g transform="translate(40 20)"><line x1="0" x2="200" y1="50.5" y2="50.5"/></g>');
});

it('scales the paths of a stretched drawing', () => {
  expect(
    flatten(
      '<svg viewBox="0 0 100 100" preserveAspectRatio="none"><path vector-effect="non-scaling-stroke" d="M0,10L50,20V100H0Z" /></svg>',
      room,
    ),
  ).toBe('<g><path d="M0,20L200,40V200H0Z"/></g>');
});

it('makes the numbers of relative paths absolute', () => {
  expect(
    flatten(
      '<svg viewBox="0 0 100 100" preserveAspectRatio="none"><path d="M10,10l.5,-5h20v-.25V100H0Z" /></svg>',
      room,
    ),
  ).toBe('<g><path d="M40,20L42,10H122V9.5V200H0Z"/></g>');
});

it('keeps classes, colours and texts as they are', () => {
  expect(
    flatten(
      '<svg class="series" color="#123" y="100%"><text x="50%" dy="0.35em">5% &lt;b></text></svg>',
      room,
    ),
  ).toBe(
    '<g class="series" color="#123" transform="translate(0 200)"><text x="200" dy="0.35em">5% &lt;b></text></g>',
  );
});

const pictured = states.filter(({ widget }) => hasPicture(widget.kind));

it.each(pictured.map(({ id, widget, look }) => [id, widget, look] as const))(
  'draws %s without nested drawings, percentages and stretched boxes',
  (_, widget, look) => {
    for (const size of [{ width: 800 }, { width: 600, height: 315 }]) {
      const picture = renderPicture(widget, size, { look, brand: 'Acme Research' })!;
      expect(picture.match(/<svg/g)).toHaveLength(1);
      expect(picture).not.toMatch(/="-?[\d.]+%"|vector-effect|NaN|undefined|var\(|light-dark|font:/);
      expect(picture.match(/<g[ >]/g)?.length).toBe(picture.match(/<\/g>|<g[^>]*\/>/g)?.length);
      expect(picture).toContain('text-anchor="end">Acme Research</text>');
    }
  },
);
