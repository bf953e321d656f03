import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import axe from 'axe-core';
import type { ReactNode } from 'react';

const here = new URL('.', import.meta.url);
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.examples.tsx'));
const components = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test('every component has examples', () => {
  expect(files.length).toBeGreaterThanOrEqual(components.length);
});

describe.each(files)('%s', (file) => {
  test('has no axe violations', async () => {
    const { examples } = (await import(new URL(file, here).href)) as { examples: Record<string, ReactNode> };
    for (const [name, example] of Object.entries(examples)) {
      const { container, unmount } = render(<main>{example}</main>);
      // Disabled because the theme's own test checks colours, which jsdom does not compute, and a component has no
      // landmarks around it.
      const { violations } = await axe.run(container, {
        rules: {
          'color-contrast': { enabled: false },
          region: { enabled: false },
          'heading-order': { enabled: false },
        },
      });
      expect({ name, violations: violations.map(({ id, help }) => `${id}: ${help}`) }).toEqual({
        name,
        violations: [],
      });
      unmount();
    }
  });
});
