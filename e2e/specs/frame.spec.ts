import { signUpAsPayingMember } from '../support/account.ts';
import { totalLayoutShift, recordLayoutShifts } from '../support/layout-shifts.ts';
import { expect, expectAccessible, test, waitForHydration } from '../support/test.ts';

test('an unknown path is a 404 with a link home and a console error @phone', async ({ page, consoleErrors }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect.poll(() => consoleErrors.some((line) => line.includes('/no/such/page'))).toBe(true);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByPlaceholder('ENTER REG').first()).toBeVisible();
});

test('old addresses are redirected permanently, and Back returns to the page before @desktop', async ({
  page,
  request,
}) => {
  for (const [from, to] of [
    ['/pages/terms', '/terms'],
    ['/pages/contact', '/contact'],
    ['/pages/privacy', '/privacy'],
    ['/pages/faq', '/faq'],
    ['/FAQ', '/faq'],
    ['/Terms/', '/terms'],
    ['/%63ontact', '/contact'],
  ] as const) {
    const response = await request.get(from, { maxRedirects: 0 });
    expect([from, response.status(), response.headers()['location']]).toEqual([from, 301, to]);
  }
  await page.goto('/');
  await page.goto('/pages/terms');
  await expect(page).toHaveURL('/terms');
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('the calls of a page are of one trace, and those of the next document of another @desktop', async ({ page }) => {
  const traces: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const traceparent = request.headers()['traceparent'];
    if (traceparent !== undefined) traces.push(`${pathname.startsWith('/api/') ? 'api' : pathname} ${traceparent}`);
  });
  const tracesOfVisit = async (): Promise<Set<string>> => {
    traces.length = 0;
    await page.goto('/report?reg=AB12CDE');
    await expect.poll(() => traces.length).toBeGreaterThan(1);
    for (const sent of traces) expect(sent).toMatch(/^api 00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    return new Set(traces.map((sent) => sent.slice(0, 'api 00-'.length + 32)));
  };
  const [first, second] = [[...(await tracesOfVisit())], [...(await tracesOfVisit())]];
  expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([1, 1, 2]);
});

test('the sign-up on a phone shows the step in the header and hides the menu @phone', async ({ page }) => {
  await page.goto('/signup?reg=AB12CDE');
  await expect(page.getByRole('banner').getByText('CONFIRM')).toBeVisible();
  await expect(page.getByRole('banner').getByLabel('Menu')).toBeHidden();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveCount(0);
});

test('visitors referred by a partner see no navigation @desktop', async ({ page }) => {
  await page.goto('/signup?utm_source=partner');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Blog' })).toHaveCount(0);
  await expect(page.getByText(/on the road without vehicle tax, or without an MOT/).first()).toBeVisible();
});

test('an uncaught error becomes one row of the error log @desktop', async ({ page, consoleErrors }) => {
  test.info().annotations.push({ type: 'uncaught', description: 'provoked on purpose' });
  const marker = `provoked ${String(Date.now())}`;
  await page.goto('/');
  await page.getByPlaceholder('ENTER REG').first().focus();
  await waitForHydration(page);
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/error-logs'));
  await page.evaluate((message) => {
    void Promise.reject(new Error(message));
  }, marker);
  expect((await sent).status()).toBe(204);
  expect(consoleErrors.filter((line) => line.includes('Content Security'))).toEqual([]);
});

test('a search sent before any script has loaded is handled by the frame, and the page takes it over without a reload', async ({
  page,
}) => {
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await recordLayoutShifts(page);
  await page.route('**/remotes/shell/*/main.*.js', async (route) => {
    await sent;
    await route.continue();
  });
  await page.goto('/signup?reg=AB12CDE', { waitUntil: 'commit' });
  const [banner, main] = [page.getByRole('banner'), page.getByRole('main')];
  await expect(main.getByRole('status')).toHaveText('Looking up the vehicle');
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();
  const before = await banner.boundingBox();
  send();
  await expect(main.getByRole('heading', { level: 1, name: 'Is this your vehicle?' })).toBeVisible();
  // For a moment neither the frame's nor the page's is there.
  await expect.poll(() => banner.boundingBox()).toEqual(before);
  await expect(page.locator('main')).toHaveCount(1);
  expect(await totalLayoutShift(page)).toBeLessThan(0.05);
});

for (const [path, size] of [
  ['/report?reg=AB12CDE', '@desktop'],
  ['/dashboard', '@phone'],
] as const) {
  test(`the footer of ${path} does not move through the viewport while it loads ${size}`, async ({ page, request }) => {
    if (path === '/dashboard') {
      await signUpAsPayingMember(request);
      await page.context().addCookies((await request.storageState()).cookies);
    }
    await recordLayoutShifts(page);
    await page.goto(path);
    await expect(page.getByText('AB12 CDE').first()).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).not.toBeInViewport();
    expect(await totalLayoutShift(page)).toBeLessThan(0.1);
  });
}
