import { expect, it } from '@jest/globals';
import { iframeMarkup } from './iframe.ts';
import { hostileText } from '../testing/samples.ts';

it('is one iframe without script, with a title, loaded when it comes into view', () => {
  expect(
    iframeMarkup({
      src: 'https://data.example/embeds/x/y/-/k.s',
      title: 'Acme valuation',
      width: 600,
      height: 840,
    }),
  ).toBe(
    '<iframe src="https://data.example/embeds/x/y/-/k.s" title="Acme valuation" width="100%" data-width="600" height="840" loading="lazy" frameborder="0" style="border:0;width:600px;max-width:100%"></iframe>',
  );
});

it('has a width in pixels if every phone has room for it', () => {
  const markup = iframeMarkup({ src: 'https://data.example/x', title: 'X', width: 320, height: 400 });
  expect(markup).toContain(
    ' width="320" height="400" loading="lazy" frameborder="0" style="border:0;max-width:100%"',
  );
});

it('escapes its attributes', () => {
  const markup = iframeMarkup({
    src: `https://x.example/"${hostileText}`,
    title: hostileText,
    width: 1,
    height: 1,
  });
  expect(markup.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
  expect(markup.match(/"/g)).toHaveLength(14);
});
