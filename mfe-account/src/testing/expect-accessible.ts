import { expect } from '@jest/globals';
import axe from 'axe-core';

/** Expects no violation in the document; a part of a page has no main landmark, and nothing is drawn here. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    rules: {
      'color-contrast': { enabled: false },
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
    },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}
