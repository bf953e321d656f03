import type { Locator, Page } from '@playwright/test';
import { pagesOfRemotes, pagesOfSiteMap } from '../support/public-pages.ts';
import { openFullyLoadedReport, unfoldAllDetails } from '../support/report.ts';
import { expect, expectNoHorizontalScroll, test } from '../support/test.ts';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return { ...box, right: box.x + box.width, middle: box.y + box.height / 2 };
}

/** Resizes the page to each width. */
async function atEach(
  page: Page,
  widths: readonly number[],
  expectAt: (width: number) => Promise<void>,
): Promise<void> {
  for (const width of widths) {
    await test.step(`at ${String(width)} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expectAt(width);
    });
  }
}

test('the header of a phone is one row @phone', async ({ page }) => {
  await page.goto('/');
  await atEach(page, [320, 360, 390, 430], async (width) => {
    const banner = page.getByRole('banner');
    const [brand, account, menu] = await Promise.all([
      boxOf(banner.getByRole('link', { name: 'Vehicle Enquiry home' })),
      boxOf(banner.getByRole('link', { name: 'Sign In' })),
      boxOf(banner.getByLabel('Menu')),
    ]);
    expect(Math.abs(brand.middle - menu.middle)).toBeLessThan(2);
    expect(Math.abs(account.middle - menu.middle)).toBeLessThan(2);
    expect(brand.right).toBeLessThanOrEqual(account.x);
    expect(menu.right).toBeLessThanOrEqual(width);
    expect((await boxOf(banner)).height).toBeLessThan(80);
    await expectNoHorizontalScroll(page);
  });
});

test('the landing’s sample is next to its text, at the column’s edge @desktop', async ({ page }) => {
  await page.goto('/');
  await atEach(page, [768, 1023, 1024, 1280], async () => {
    const [text, sample, account] = await Promise.all([
      boxOf(page.getByRole('heading', { level: 1 })),
      boxOf(page.getByRole('complementary', { name: 'Sample report' })),
      boxOf(page.getByRole('banner').getByRole('link', { name: 'Sign In' })),
    ]);
    expect(sample.x).toBeGreaterThanOrEqual(text.right);
    expect(Math.abs(sample.right - account.right)).toBeLessThan(2);
    await expectNoHorizontalScroll(page);
  });
});

for (const [size, widths] of [
  ['@phone', [320, 390, 400, 610, 767]],
  ['@desktop', [768, 930, 1023, 1024, 1120, 1280]],
] as const) {
  test(`no sign of the landing’s road is cut off ${size}`, async ({ page }) => {
    await page.goto('/');
    const signs = page.locator('main svg[viewBox="0 0 1120 110"] > g:has(> path:first-child[d^="M"][d*="V"])');
    await atEach(page, widths, async (width) => {
      const shown = await signs.evaluateAll((groups) =>
        groups.map((group) => group.getBoundingClientRect()).map(({ left, right }) => [left, right] as const),
      );
      const seen = shown.filter(([left, right]) => right > left);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.filter(([left, right]) => left < 0 || right > width)).toEqual([]);
    });
  });
}

for (const path of ['/no/such/page', '/blog/999']) {
  test(`${path} is aligned with the site’s left edge @desktop`, async ({ page, consoleErrors }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    const [brand, heading] = await Promise.all([
      boxOf(page.getByRole('link', { name: 'Vehicle Enquiry home' })),
      boxOf(page.getByRole('heading', { level: 1 })),
    ]);
    expect(Math.abs(heading.x - brand.x)).toBeLessThan(2);
    expect(consoleErrors.filter((line) => /hydrat/i.test(line))).toEqual([]);
  });
}

/** Sets the browser's font size, in pixels, as a reader does in its settings. */
async function setFontSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
}

/** Expects nothing to be wider than the narrowest phone, nor than a phone with text of twice the size. */
async function expectToFitPhones(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await setFontSize(page, 32);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  await expectNoHorizontalScroll(page);
  await setFontSize(page, 16);
}

test('no page scrolls sideways at 320 px, nor with text of twice the size @phone', async ({ page, request }) => {
  test.slow();
  const paths = new Set(['/', ...(await pagesOfSiteMap(request)), ...(await pagesOfRemotes(request))]);
  for (const path of [...paths, '/signup?reg=KP08KPR&step=2', '/signup?reg=KP08KPR&step=3', '/no/such/page']) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator('main h1').first()).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await expectToFitPhones(page);
    });
  }
});

for (const registration of ['KP08KPR', 'CL10CKD', 'DN02DWN']) {
  test(`the report of ${registration} fits phones with all of its parts open @phone`, async ({ page }) => {
    if (registration === 'DN02DWN') {
      await page.goto(`/report?reg=${registration}`);
      await expect(page.locator('main h1')).toBeVisible();
      await page.waitForLoadState('networkidle');
    } else await openFullyLoadedReport(page, registration);
    await unfoldAllDetails(page);
    await expectToFitPhones(page);
  });
}

test('with text of twice the size, a desktop gets the layout that has space for it @desktop', async ({ page }) => {
  await setFontSize(page, 32);
  await openFullyLoadedReport(page, 'KP08KPR');
  const tile = page.locator('main li', { hasText: 'Stolen?' }).first();
  const [box, viewport] = [await boxOf(tile), page.viewportSize()];
  expect(box.width).toBeGreaterThan((viewport?.width ?? 0) / 3);
  await expectNoHorizontalScroll(page);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('an unknown page shows a message, links to the home page and does not require script @phone', async ({
    page,
  }) => {
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await expect(page.getByText('JavaScript')).toHaveCount(0);
  });

  test('a page that needs script shows a message, and links to one that does not @phone', async ({ page }) => {
    await page.goto('/signup?reg=AB12CDE');
    expect(await page.locator('noscript').textContent()).toContain('This page needs JavaScript.');
    await page.locator('noscript a').click();
    await expect(page).toHaveURL('/');
  });
});
