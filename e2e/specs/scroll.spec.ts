import type { Locator, Page } from '@playwright/test';
import { expect, test, waitForHydration } from '../support/test.ts';

const top = (page: Page) => page.evaluate(() => Math.round(document.documentElement.scrollTop));
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });
/**
 * Follows a link and returns the scroll position before the click; Playwright's own click would scroll to the link
 * first.
 */
const follow = (link: Locator): Promise<number> =>
  link.evaluate((element: HTMLElement) => {
    const place = Math.round(document.documentElement.scrollTop);
    element.click();
    return place;
  });

/**
 * Whether the scroll position is restored, except for the pixel by which the browser's scroll anchoring adjusts it as
 * images load.
 */
const isAt = async (page: Page, place: number) => Math.abs((await top(page)) - place) <= 2;

/** Scrolls to a position. Content that loads later may move it by a line. */
async function scrollTo(page: Page, wanted: number): Promise<void> {
  await page.evaluate((place) => window.scrollTo(0, place), wanted);
  await expect.poll(() => top(page)).toBe(wanted);
  // The scroll event fires with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Hydrates a page that waits for its first input. */
async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await waitForHydration(page);
}

test('a page starts at its top when navigated to, and restores its position on Back and Forward @phone', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await wake(page);
  await scrollTo(page, 1_700);
  const landing = await follow(footerLink(page, 'Privacy'));
  await expect(heading(page, 'Privacy notice')).toBeVisible();
  await expect.poll(() => top(page)).toBe(0);
  await scrollTo(page, 600);
  const privacy = await follow(footerLink(page, 'Terms'));
  await expect(heading(page, 'Terms of service')).toBeVisible();
  await expect.poll(() => top(page)).toBe(0);
  await scrollTo(page, 2_400);
  const terms = await top(page);

  await page.goBack();
  await expect(heading(page, 'Privacy notice')).toBeVisible();
  await expect.poll(() => isAt(page, privacy)).toBe(true);
  await page.goBack();
  await expect(heading(page, 'Check a vehicle’s history before you buy it')).toBeVisible();
  await expect.poll(() => isAt(page, landing)).toBe(true);
  await page.goForward();
  await page.goForward();
  await expect(heading(page, 'Terms of service')).toBeVisible();
  await expect.poll(() => isAt(page, terms)).toBe(true);
});

test('Back from a page that waits for its scripts shows the page before @desktop', async ({ page }) => {
  await page.goto('/blog');
  await follow(page.getByRole('link', { name: 'Vehicle Enquiry home' }));
  await expect(heading(page, 'Check a vehicle’s history before you buy it')).toBeVisible();
  await page.reload();
  await page.evaluate(() => history.back());
  await expect(heading(page, 'Vehicle Enquiry Blog')).toBeVisible();
});

test('Back waits for a remote that is not there yet @desktop', async ({ page }) => {
  await page.goto('/blog');
  await scrollTo(page, 900);
  const blog = await follow(page.getByRole('link', { name: 'Vehicle Enquiry home' }));
  await expect(heading(page, 'Check a vehicle’s history before you buy it')).toBeVisible();
  await page.reload();
  await wake(page);
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/remotes/mfe-content/**', async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest('**/remotes/mfe-content/**');
  await page.evaluate(() => history.back());
  await asked;
  await expect(heading(page, 'Vehicle Enquiry Blog')).toHaveCount(0);
  release(undefined);
  await expect(heading(page, 'Vehicle Enquiry Blog')).toBeVisible();
  await expect.poll(() => isAt(page, blog)).toBe(true);
});

test('a report restores its scroll position after a reload and after Back', async ({ page }) => {
  await page.goto('/report?reg=AB12CDE');
  await expect(page.getByRole('tab', { name: 'Vehicle Information' })).toBeVisible({ timeout: 30_000 });
  // While parts load, scroll anchoring keeps the text in place and changes the position.
  await page.waitForLoadState('networkidle');
  await scrollTo(page, 700);
  const report = await top(page);
  await page.reload();
  await expect.poll(() => isAt(page, report)).toBe(true);
  await follow(footerLink(page, 'FAQ'));
  await expect(heading(page, 'Frequently asked questions')).toBeVisible();
  await expect.poll(() => top(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Vehicle Information' })).toBeVisible();
  await expect.poll(() => isAt(page, report)).toBe(true);
});

test('a link within a page scrolls to its target, and Back to where it began @desktop', async ({ page }) => {
  await page.goto('/terms');
  await scrollTo(page, 100);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const began = await follow(contents.getByRole('link', { name: 'Trial, price and payment' }));
  await expect(page.getByRole('heading', { name: 'Trial, price and payment' })).toBeInViewport();
  await expect.poll(() => top(page)).toBeGreaterThan(began);
  await page.goBack();
  await expect.poll(() => isAt(page, began)).toBe(true);
});

test('Back directly after a link within a page leads to where it began @desktop', async ({ page }) => {
  await page.goto('/terms');
  await waitForHydration(page);
  await scrollTo(page, 100);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  // Before the page has rendered the location of the link.
  await contents.getByRole('link', { name: 'Trial, price and payment' }).evaluate(async (link: HTMLElement) => {
    const left = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    link.click();
    await left;
    const returned = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    history.back();
    await returned;
  });
  await expect(page).toHaveURL('/terms');
  await expect.poll(() => isAt(page, 100)).toBe(true);
});
