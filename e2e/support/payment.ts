import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Documented test cards (docs.stripe.com/testing). One card may start three trials, and a spec may run at two sizes and
 * be retried, so each spec that starts one has its own card, also different from those of `startTrial`.
 */
export const testCards = {
  journey: '4242424242424242',
  fewestTaps: '5555555555554444',
  authenticates: '4000000000003220',
  insufficientFunds: '4000000000009995',
  afterDeclinedPayment: '4000056655665556',
  ofCustomer: '4000056655665556',
  afterClosedTab: '4000008260000000',
} as const;

let people = 0;

/** An e-mail address that no other test of the run uses. */
export const uniqueEmail = (): string =>
  `e2e-${Date.now().toString(36)}-${String(process.pid)}-${String((people += 1))}@example.com`;

/** The bank's page, which Stripe.js opens over ours. */
export const bankAuthenticationFrame = (page: Page) => page.frameLocator('iframe[title="3D Secure authentication"]');

export const payButton = (page: Page) => page.getByRole('button', { name: 'Pay 50p now, then £8.90 a month' });

/**
 * Clicks an element below Stripe's frame. Headless Chromium sends a click right after a scroll to the frame that was at
 * the position before, so this waits for a paint.
 */
export async function clickBelowStripeFrame(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted(null)))),
  );
  await target.click();
}

export const clickPayButton = (page: Page): Promise<void> => clickBelowStripeFrame(payButton(page));

/** Steps 1 and 2: from the landing page to the details. */
export async function enterAndConfirmVehicle(page: Page, registration: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Registration number' }).fill(registration);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
}

/** Step 3: name and e-mail address. */
export async function fillInPersonalDetails(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Full name' }).fill('Dana Driver');
  await page.getByRole('combobox', { name: 'E-mail' }).fill(email);
}

/** Step 3: chooses the first address of the sandbox's test postcode, and continues. */
export async function chooseAddress(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Postcode' }).fill('id11qd');
  await expect(page.getByText(/address(es)? found at ID1 1QD/)).toBeVisible();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Pay 50p to start' })).toBeVisible();
}

/** The fields in Stripe's frame. */
export const stripeCardFields = (page: Page) => {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]');
  return {
    number: frame.getByLabel('Card number'),
    expiry: frame.getByLabel('Expiry date'),
    code: frame.getByLabel('Security code'),
  };
};

/** Types a card into Stripe's frame, replacing what is there. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const { number: field, expiry, code } = stripeCardFields(page);
  await field.click();
  await field.fill('');
  await expiry.fill('');
  await code.fill('');
  await field.click();
  await page.keyboard.type(`${number}1234123`);
  await expect(code).toHaveValue('123');
}

export async function tickConsents(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /agree to the terms/ }).check();
  await page.getByRole('checkbox', { name: /Start my trial now/ }).check();
}

/** Steps 1 to 3, and step 4 up to its button. */
export async function fillInSignUp(page: Page, email: string, card: string, registration = 'AB12 CDE'): Promise<void> {
  await enterAndConfirmVehicle(page, registration);
  await fillInPersonalDetails(page, email);
  await chooseAddress(page);
  await tickConsents(page);
  await typeCard(page, card);
}
