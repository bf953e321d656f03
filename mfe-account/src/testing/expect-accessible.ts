import { expect } from '@jest/globals';
import axe from 'axe-core';

/**
 * Expects no accessibility violation in the document. A part of a page has no main landmark, and jsdom computes no
 * colours.
 */
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
