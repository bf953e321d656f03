import { countScriptTransfers } from '../support/script-transfers.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test, waitForHydration } from '../support/test.ts';

test.describe('landing', () => {
  test('a registration typed in lower case opens the sign-up in upper case @desktop', async ({ page }) => {
    await page.goto('/');
    await page.getByPlaceholder('ENTER REG').first().fill('  ab12 cde ');
    await page.getByPlaceholder('ENTER REG').first().press('Enter');
    await expect(page).toHaveURL(/\/signup\?reg=AB12(%20|\+)?CDE/);
    await expect(page.getByText(/ford|volkswagen|vauxhall|toyota|honda|bmw/i).first()).toBeVisible();
  });

  test('fetches its scripts when it is idle, each once @phone', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/');
    await waitForHydration(page);
    expect(scripts[0]).toMatch(/starter\.\w+\.js$/);
    expect(scripts.length).toBeGreaterThan(3);
    expect([...new Set(scripts)]).toEqual(scripts);
  });

  test('with Save-Data fetches its scripts when it is first used @phone', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(scripts).toEqual([expect.stringMatching(/starter\.\w+\.js$/)]);
    await page.getByPlaceholder('ENTER REG').first().tap();
    await waitForHydration(page);
  });

  test('a search shows the confirm step with the plate, before any script has loaded @phone', async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(/\/remotes\/(shell|mfe-search)\/.*(main|remote|remoteEntry|federation)\..*js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByPlaceholder('ENTER REG').first().fill('ab12 cde');
    await page.getByRole('button', { name: 'Search' }).first().click({ noWaitAfter: true });
    await expect(page).toHaveURL('/signup?reg=AB12+CDE');
    await expect(page.getByRole('main').getByText('AB12 CDE')).toBeVisible();
    release(undefined);
    await waitForHydration(page);
    await expect(page.getByRole('main').getByText('AB12 CDE')).toBeVisible();
  });

  test('a blank search does nothing @phone', async ({ page }) => {
    await page.goto('/');
    await page.getByPlaceholder('ENTER REG').first().fill('   ');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('lists every part of the report and the membership price, and is accessible', async ({ page }) => {
    await page.goto('/');
    for (const text of [/finance/i, /write-off|written off/i, /stolen/i, /mileage/i, /scrapped/i, /exported/i]) {
      await expect(page.getByText(text).first()).toBeAttached();
    }
    await expect(page.getByText('£8.90').first()).toBeAttached();
    await expect(page.getByText(/50p/).first()).toBeAttached();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  });

  test('Subscribe opens the sign-up without a registration @phone', async ({ page }) => {
    await page.goto('/');
    await page
      .getByRole('link', { name: /subscribe/i })
      .first()
      .click();
    await expect(page).toHaveURL(/\/signup$/);
  });

  test('a search, once the page is interactive, sends no script across the network twice @phone', async ({ page }) => {
    const transfers = await countScriptTransfers(page);
    await page.goto('/');
    await waitForHydration(page);
    await page.getByPlaceholder('ENTER REG').first().fill('AB12CDE');
    await page.getByRole('button', { name: 'Search' }).first().tap();
    await expect(page).toHaveURL(/\/signup\?reg=AB12CDE/);
    await expect(page.getByText(/ford/i).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(transfers.size).toBeGreaterThan(0);
    expect([...transfers].filter(([, times]) => times > 1)).toEqual([]);
  });
});

test.describe('landing without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('is readable and the search works as a plain form @phone', async ({ page }) => {
    const response = await page.goto('/');
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByPlaceholder('ENTER REG').first().fill('AB12CDE');
    await page.getByPlaceholder('ENTER REG').first().press('Enter');
    await expect(page).toHaveURL(/\/signup\?reg=AB12CDE/);
  });

  for (const typed of ['', '   ']) {
    test(`a search for ${JSON.stringify(typed)} does nothing @phone`, async ({ page }) => {
      const requests: string[] = [];
      await page.goto('/');
      page.on('request', (request) => requests.push(request.url()));
      await page.getByPlaceholder('ENTER REG').first().fill(typed);
      await page.getByRole('button', { name: 'Search' }).first().click();
      await expect(page.getByPlaceholder('ENTER REG').first()).toBeFocused();
      expect(requests.filter((url) => url.includes('/signup'))).toEqual([]);
    });
  }
});
