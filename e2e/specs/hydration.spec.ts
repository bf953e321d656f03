import { expect, test, waitForHydration } from '../support/test.ts';

interface Seen {
  nodes: number;
  shift: number;
}

/* Prerendered HTML: nothing shifts and no node is replaced when the page hydrates. */
for (const path of ['/', '/faq', '/blog/1', '/buying-advice', '/signin']) {
  test(`${path} hydrates without a flash`, async ({ page, consoleErrors }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/remotes/shell/*/main.*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    // A late web font may wrap lines differently. The scripts are not the cause, so the test waits for the font.
    await page.waitForFunction(() => {
      const faces = [...document.fonts];
      return faces.some(({ status }) => status === 'loaded') && faces.every(({ status }) => status !== 'loading');
    });
    await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const seen: Seen = { nodes: 0, shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift' });
      new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes) seen.nodes += addedNodes.length + removedNodes.length;
      }).observe(document.querySelector('#root')!, { childList: true, subtree: true });
    });
    release(undefined);
    // The landing page hydrates when it is idle, at the latest on the first input.
    await page.keyboard.press('Shift');
    // React marks the root after hydrating it.
    await expect
      .poll(() =>
        page.evaluate(() => Object.keys(document.querySelector('#root')!).some((key) => /^__react/.test(key))),
      )
      .toBe(true);
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    expect({ ...seen, shift: seen.shift.toFixed(3) }).toEqual({ nodes: 0, shift: '0.000' });
    expect(consoleErrors).toEqual([]);
  });
}

/* `/` hydrates; `/your-data/request` replaces the frame that is shown until it loads. */
for (const path of ['/', '/your-data/request']) {
  test(`the menu of ${path} opens before any script has loaded, and keeps its state @phone`, async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(/\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    // The parser waits for the scripts.
    await page.goto(path, { waitUntil: 'commit' });
    const banner = page.getByRole('banner');
    await banner.getByLabel('Menu').tap();
    await expect(banner.getByRole('link', { name: 'Blog' })).toBeVisible();
    release(undefined);
    await page.waitForLoadState('domcontentloaded');
    // The first input came before the starter.
    await page.keyboard.press('Shift');
    await waitForHydration(page);
    await expect(banner.getByLabel('Menu')).toBeFocused();
    await expect(banner.getByRole('link', { name: 'Blog' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(banner.getByRole('link', { name: 'Blog' })).toBeHidden();
  });
}
