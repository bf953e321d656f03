import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type ConsoleMessage, type Page } from '@playwright/test';
import { SandboxClient } from './sandbox.ts';

interface Fixtures {
  /** Control of the sandbox vendors. Faults are injected per registration, so that specs can run in parallel. */
  sandbox: SandboxClient;
  /** Errors in the browser's console; a spec that provokes one removes it. */
  consoleErrors: string[];
}

/** Every spec fails on an uncaught error (unless it is annotated `uncaught`) or a Content-Security-Policy violation. */
export const test = base.extend<Fixtures>({
  sandbox: async ({}, use) => {
    await use(new SandboxClient(process.env.E2E_SANDBOX_URL ?? 'http://127.0.0.1:3900'));
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
        'violations of the Content-Security-Policy',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Ends transitions and finite animations: colours in between have contrasts that no reader sees for long. */
const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const each of document.getAnimations()) {
      if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish();
    }
  });

/** Expects no accessibility violation of serious or critical impact (WCAG 2.2 A and AA) on the page as shown. */
export async function expectAccessible(page: Page): Promise<void> {
  await finishAnimations(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  expect(serious).toEqual([]);
}

/** The axe rules that depend on colours. */
export const axeColourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no accessibility violation of any impact on the page as shown, by every rule that axe runs by default, or
 * only by those named.
 */
export async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  await finishAnimations(page);
  const builder = new AxeBuilder({ page });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

/** Waits until React has hydrated the page's markup. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/** Presses Tab until the named element has focus; every tab stop on the way must be in view and show its focus ring. */
export async function tabToElement(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  while (passed.at(-1)?.startsWith(name) !== true) {
    expect(passed.length, `${name} was not reached after ${passed.join(', ')}`).toBeLessThan(40);
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const label = (focused as HTMLInputElement).labels?.[0]?.innerText;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const { top, bottom, width } = focused.getBoundingClientRect();
      return {
        name: (focused.getAttribute('aria-label') ?? label ?? focused.innerText).trim(),
        ring: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        inView: bottom > 0 && top < window.innerHeight && width > 0,
      };
    });
    expect(stop).toEqual({ name: stop.name, ring: true, inView: true });
    passed.push(stop.name);
  }
}

/** Expects nothing to be wider than the viewport. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

export { expect };
