import { expect, test, waitForHydration } from '../support/test.ts';

/* Prerendered HTML: nothing shifts and no node is replaced when the page hydrates. */
for (const path of ['/', '/faq', '/blog/1', '/buying-advice']) {
  test(`${path} hydrates without a flash`, async ({ page, consoleErrors }) => {
    await page.addInitScript(() => {
      const seen = { nodes: 0, shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      document.addEventListener('DOMContentLoaded', () => {
        const root = document.querySelector('#root')!;
        new MutationObserver((changes) => {
          for (const { addedNodes, removedNodes } of changes) seen.nodes += addedNodes.length + removedNodes.length;
        }).observe(root, { childList: true, subtree: true });
      });
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    // The landing page waits for its visitor.
    await page.keyboard.press('Shift');
    // React marks the root once it has hydrated it.
    await expect
      .poll(() =>
        page.evaluate(() => Object.keys(document.querySelector('#root')!).some((key) => /^__react/.test(key))),
      )
      .toBe(true);
    const seen = await page.evaluate(() => (window as unknown as { seen: { nodes: number; shift: number } }).seen);
    // Glyphs of the web font may differ from the fallback's by a fraction of a pixel.
    expect({ ...seen, shift: seen.shift.toFixed(3) }).toEqual({ nodes: 0, shift: '0.000' });
    expect(consoleErrors).toEqual([]);
  });
}

/* `/` hydrates, `/signin` takes the place of the frame that stood for it. */
for (const path of ['/', '/signin']) {
  test(`the menu of ${path} opens before any script has come, and stays as it was left @phone`, async ({ page }) => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    // The parser waits for the scripts.
    await page.goto(path, { waitUntil: 'commit' });
    const banner = page.getByRole('banner');
    await banner.getByLabel('Menu').tap();
    await expect(banner.getByRole('link', { name: 'Blog' })).toBeVisible();
    arrive();
    await page.waitForLoadState('domcontentloaded');
    // The landing page waits for its visitor, whose press came before the starter.
    await page.keyboard.press('Shift');
    await waitForHydration(page);
    await expect(banner.getByLabel('Menu')).toBeFocused();
    await expect(banner.getByRole('link', { name: 'Blog' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(banner.getByRole('link', { name: 'Blog' })).toBeHidden();
  });
}
