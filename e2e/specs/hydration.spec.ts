import { expect, test } from '../support/test.ts';

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
