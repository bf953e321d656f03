import { waitForHydration, expect, expectNoViolations, test } from '../support/test.ts';

const titles = {
  history: 'What a vehicle history check tells you, and what it cannot',
  viewing: 'An hour with a used car: what to look at, in order',
  mot: 'How to read a car’s MOT history',
  tax: 'Car tax in 2026: what changed and what you will pay',
  finance: 'Outstanding finance: how to buy a car that is really the seller’s',
};

test('the category is in the URL, Back undoes it, and Load More shows more articles @desktop', async ({ page }) => {
  await page.goto('/blog');
  await waitForHydration(page);
  const cards = page.getByRole('region', { name: 'Articles' }).getByRole('heading', { level: 3 });
  const category = (name: string) => page.getByRole('navigation', { name: 'Filter by category' }).getByText(name);
  await expect(page.getByRole('link', { name: 'Read Full Article' })).toHaveAttribute('href', '/blog/1');
  await expect(cards).toHaveText([titles.viewing, titles.mot, titles.tax]);

  await category('Vehicle Reports').click();
  await expect(page).toHaveURL('/blog?category=Vehicle+Reports');
  await expect(cards).toHaveText([titles.history, titles.mot]);
  await category('Tips & Guides').click();
  await expect(cards).toHaveText([titles.viewing, titles.finance]);
  await page.goBack();
  await expect(cards).toHaveText([titles.history, titles.mot]);
  await page.reload();
  await expect(cards).toHaveText([titles.history, titles.mot]);
  await page.goBack();
  await expect(page).toHaveURL('/blog');
  await expect(cards).toHaveCount(3);

  await page.getByRole('button', { name: 'Load More Articles' }).click();
  await expect(cards).toHaveText([titles.viewing, titles.mot, titles.tax, titles.finance]);
  await expect(page.getByRole('link', { name: titles.finance })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Load More Articles' })).toHaveCount(0);
});

test('an article is shared by its link, saved, and listed on the blog until it is removed @phone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
  });
  await page.goto('/blog/4');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Share Article' }).click();
  await expect(page.getByText('Link copied!')).toBeVisible();
  await expect(page.getByText('The blog post link has been copied to your clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL('/blog/4', page.url()).href);
  await expectNoViolations(page);
  await expect(page.getByRole('link', { name: titles.history })).toHaveAttribute('href', '/blog/1');

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  const saved = page.getByRole('region', { name: 'Saved articles' });
  await expect(saved.getByRole('link', { name: titles.mot })).toBeVisible();
  await saved.getByRole('button', { name: `Remove ${titles.mot}` }).click();
  await expect(saved).toHaveCount(0);
});

test('a link that cannot be copied is shown @desktop', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto('/blog/4');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Share Article' }).click();
  await expect(page.getByRole('alert')).toContainText(new URL('/blog/4', page.url()).href);
});

test('an unknown article is a 404 with a link back to the blog @desktop', async ({ page }) => {
  const response = await page.goto('/blog/999');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
  await expect(page.getByText("The blog post you're looking for doesn't exist.")).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL('/blog');
});
