import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type ConsoleMessage, type Page } from '@playwright/test';
import { Sandbox } from './sandbox.ts';

interface Fixtures {
  /** Switches of the stand-in vendors. Faults are set for one registration, so that specs can run side by side. */
  sandbox: Sandbox;
  /** Messages of the browser's console at level error; a spec that provokes one removes it. */
  consoleErrors: string[];
}

/** Every spec fails on an uncaught error (unless it is annotated `uncaught`) or a refusal by the Content-Security-Policy. */
export const test = base.extend<Fixtures>({
  sandbox: async ({}, use) => {
    await use(new Sandbox(process.env.E2E_SANDBOX_URL ?? 'http://127.0.0.1:3900'));
  },
  consoleErrors: [
    async ({ page }, use) => {
      const messages: string[] = [];
      const uncaught: string[] = [];
      page.on('console', (message: ConsoleMessage) => {
        if (message.type() === 'error') messages.push(message.text());
      });
      page.on('pageerror', (error) => uncaught.push(String(error)));
      await use(messages);
      const provoked = base.info().annotations.some(({ type }) => type === 'uncaught');
      if (!provoked) expect(uncaught, 'uncaught errors in the page').toEqual([]);
      expect(
        messages.filter((text) => /Content.Security.Policy/i.test(text)),
        'refusals by the Content-Security-Policy',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** No accessibility violation of serious or critical impact (WCAG 2.2 A and AA) on what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  expect(grave).toEqual([]);
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

export { expect };
