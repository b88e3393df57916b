import { expect, it } from '@jest/globals';
import { forms } from './forms.ts';
import { optionsView } from './view-options.ts';

it.each([
  ['as_of', '“Values up to”'],
  ['view_type', '“Drawn as”'],
  // Two of `_`, as a later option may have.
  ['last_day_shown', '“Last day shown”'],
])('a problem names the field %s as the page labels it', (name, label) => {
  const view = optionsView(forms[0]!, {}, { title: `must not be with ${name}` }, {});
  expect(view.text).toContain(`must not be with ${label}.`);
});
