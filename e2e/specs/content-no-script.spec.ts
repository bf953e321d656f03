import { prerenderedContentPages } from '../support/content-pages.ts';
import { expect, expectNoHorizontalScroll, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

for (const { path, heading, text, data } of prerenderedContentPages) {
  test(`${path} is complete without JavaScript @phone`, async ({ page, request, baseURL }) => {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    const html = await response.text();
    expect(html).toContain(text);
    expect(html).toContain(`<link rel="canonical" href="${new URL(path, baseURL).href}"`);
    for (const kind of data) expect(html).toContain(`"@type":"${kind}"`);

    await page.goto(path);
    await expect(page).toHaveTitle(new RegExp(heading.slice(0, 20)));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const place = page.locator('main').getByText(text).first();
    if (path === '/faq') await page.locator('summary').last().click();
    await expect(place).toBeVisible();
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/.{40}/);
    for (const property of ['og:title', 'og:description', 'og:image', 'og:url']) {
      await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute('content', /.+/);
    }
    await expectNoHorizontalScroll(page);
  });
}

test('the Open Graph image exists @desktop', async ({ request }) => {
  for (const path of ['/blog/1', '/faq']) {
    const html = await (await request.get(path)).text();
    const address = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const picture = await request.get(address);
    expect(picture.headers()['content-type']).toBe('image/png');
  }
});

test('the contact page offers an e-mail address instead of the form @phone', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.locator('main noscript a[href^="mailto:"]')).toBeVisible();
});

test('only one answer is open at a time @desktop', async ({ page }) => {
  await page.goto('/faq');
  const questions = page.getByRole('main').locator('summary');
  await questions.nth(0).click();
  await questions.nth(1).click();
  await expect(page.getByText('It begins with a 24-hour trial for 50p:')).toBeVisible();
  await expect(page.getByText('The registration number on the plate is enough.')).toBeHidden();
});
