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

/** What of axe's rules depends on the colours in use. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * No accessibility violation of any impact on what is shown now, by every rule that axe runs of itself, or by those
 * named alone.
 */
export async function expectFaultless(page: Page, rules?: string[]): Promise<void> {
  const builder = new AxeBuilder({ page });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

/** Waits until React has taken over the markup of the page that the server sent. */
export async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/** Presses Tab until what is named so has the focus; every stop on the way has to be in sight and show its focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  while (passed.at(-1)?.startsWith(name) !== true) {
    expect(passed.length, `${name} comes not after ${passed.join(', ')}`).toBeLessThan(40);
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const label = (focused as HTMLInputElement).labels?.[0]?.innerText;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const { top, bottom, width } = focused.getBoundingClientRect();
      return {
        name: (focused.getAttribute('aria-label') ?? label ?? focused.innerText).trim(),
        ring: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        inSight: bottom > 0 && top < window.innerHeight && width > 0,
      };
    });
    expect(stop).toEqual({ name: stop.name, ring: true, inSight: true });
    passed.push(stop.name);
  }
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

export { expect };
