import {
  bankAuthenticationFrame,
  testCards,
  chooseAddress,
  enterAndConfirmVehicle,
  fillInPersonalDetails,
  fillInSignUp,
  uniqueEmail,
  clickPayButton,
  tickConsents,
  typeCard,
} from '../support/payment.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

const report = /\/report\?reg=AB12CDE/;

test('a visitor signs up from the landing page to the report, and is signed in', async ({ page }) => {
  const email = uniqueEmail();
  await enterAndConfirmVehicle(page, 'ab12 cde');
  await expectNoHorizontalScroll(page);
  await expectNoViolations(page);
  await fillInPersonalDetails(page, email);
  await expectNoViolations(page);
  await chooseAddress(page);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await tickConsents(page);
  await typeCard(page, testCards.journey);
  const facts = page.getByRole('region', { name: 'What you agree to' });
  await expect(facts).toContainText(
    /£8\.90.*within about an hour of \d+ \w+ \d{4} at \d\d:\d\d UK time, unless you cancel/s,
  );
  await expectNoHorizontalScroll(page);
  await expectNoViolations(page);
  await clickPayButton(page);
  await expect(page).toHaveURL(report);
  // The report is a separate document, so the first query may hit the one that it replaces.
  await expect(async () => {
    const session = await page.evaluate(async () => (await fetch('/api/session')).json() as Promise<unknown>);
    expect(session).toMatchObject({ user: { email } });
    expect(await page.evaluate(() => localStorage.getItem('pending_signup'))).toBeNull();
  }).toPass();
});

test('a report leads to the membership with eight taps, three typed fields and the card @phone', async ({ page }) => {
  // Taps outside Stripe's frame, over all documents of the journey.
  let taps = 0;
  await page.exposeFunction('countTap', () => (taps += 1));
  await page.addInitScript(() => {
    if (window !== window.top) return;
    document.addEventListener(
      'pointerdown',
      () => void (window as unknown as { countTap: () => void }).countTap(),
      true,
    );
  });
  await page.goto('/report?reg=AB12CDE');
  await page.getByRole('link', { name: 'Sign Up to Upgrade' }).filter({ visible: true }).first().tap();
  await page.getByRole('button', { name: 'Continue' }).tap();
  await page.getByRole('textbox', { name: 'Full name' }).tap();
  // The keyboard's own key leads to the next field.
  await page.keyboard.type('Dana Driver');
  await page.keyboard.press('Tab');
  await page.keyboard.type(uniqueEmail());
  await page.keyboard.press('Tab');
  await page.keyboard.type('id11qd');
  await page.getByRole('radio').first().tap();
  await page.getByRole('button', { name: 'Continue to Payment' }).tap();
  await page.getByRole('checkbox', { name: /agree to the terms/ }).tap();
  await page.getByRole('checkbox', { name: /Start my trial now/ }).tap();
  await expect(page.getByRole('list', { name: 'In short' }).getByRole('listitem')).toHaveCount(3);
  await typeCard(page, testCards.fewestTaps);
  await clickPayButton(page);
  await expect(page).toHaveURL(report);
  expect(taps).toBeLessThanOrEqual(8);
});

test('details that a browser fills in lead to the payment with one tap @phone', async ({ page }) => {
  await page.goto('/signup?reg=AB12CDE&step=3');
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await page.evaluate((email) => {
    const values: Record<string, string> = {
      name: 'Dana Driver',
      email,
      'postal-code': 'LS1 1AA',
      'address-line1': '1 High Street',
      'address-line2': 'Headingley',
      'address-level2': 'Leeds',
    };
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const input of document.querySelectorAll('input')) {
      set?.call(input, values[input.autocomplete] ?? '');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, uniqueEmail());
  await page.getByRole('button', { name: 'Continue to Payment' }).tap();
  await expect(page.getByRole('heading', { name: 'Pay 50p to start' })).toBeVisible();
});

test('when the bank asks for authentication, a refusal keeps the form and a confirmation pays @phone', async ({
  page,
}) => {
  await fillInSignUp(page, uniqueEmail(), testCards.authenticates);
  await clickPayButton(page);
  await bankAuthenticationFrame(page).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('link', { name: /Your bank could not confirm that it was you/ })).toBeVisible();
  await expectNoViolations(page);
  await clickPayButton(page);
  await bankAuthenticationFrame(page).getByRole('button', { name: 'Complete' }).click();
  await expect(page).toHaveURL(report);
});

test('a declined payment shows the reason, and another card pays @desktop', async ({ page }) => {
  await fillInSignUp(page, uniqueEmail(), testCards.insufficientFunds);
  await clickPayButton(page);
  await expect(page.getByRole('link', { name: /There is not enough money on this card/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible();
  await expectNoViolations(page);
  await typeCard(page, testCards.afterDeclinedPayment);
  await clickPayButton(page);
  await expect(page).toHaveURL(report);
});

test('paying with the e-mail address of an existing account does not sign the visitor in @phone', async ({ page }) => {
  await fillInSignUp(page, 'driver@example.com', testCards.ofCustomer);
  await clickPayButton(page);
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await expectNoViolations(page);
  const session = await page.evaluate(async () => (await fetch('/api/session')).json() as Promise<unknown>);
  expect(session).toMatchObject({ user: null });
});

test('a reload and the back button keep step and details @desktop', async ({ page }) => {
  const email = uniqueEmail();
  await enterAndConfirmVehicle(page, 'AB12 CDE');
  await fillInPersonalDetails(page, email);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'E-mail' })).toHaveValue(email);
  await chooseAddress(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pay 50p to start' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'E-mail' })).toHaveValue(email);
  await page.goto('/signup');
  await page.getByRole('link', { name: 'Continue with AB12 CDE' }).click();
  await expect(page.getByRole('heading', { name: 'Pay 50p to start' })).toBeVisible();
});

test('a tab that was closed after the card was charged continues to the report when it is opened again @phone', async ({
  page,
}) => {
  await fillInSignUp(page, uniqueEmail(), testCards.afterClosedTab);
  // The response never arrives, as if the tab had been closed.
  await page.route('**/api/confirm-payment', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await clickPayButton(page);
  await expect(page.getByRole('heading', { name: 'Checking your payment' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto('/signup');
  await expect(page).toHaveURL(report);
});

test('a blocked Stripe script shows a message, and the form works once it is allowed @desktop', async ({ page }) => {
  await page.route('**/stripe-js/v3/', (route) => route.abort());
  await enterAndConfirmVehicle(page, 'AB12 CDE');
  await fillInPersonalDetails(page, uniqueEmail());
  await chooseAddress(page);
  await expect(page.getByText('We couldn’t load the card field')).toBeVisible();
  await expectNoViolations(page);
  await page.unroute('**/stripe-js/v3/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await typeCard(page, testCards.journey);
});

test('the suggestions of e-mail addresses work by keyboard @desktop', async ({ page }) => {
  await enterAndConfirmVehicle(page, 'AB12 CDE');
  const field = page.getByRole('combobox', { name: 'E-mail' });
  await field.pressSequentially('dana@i');
  await expect(page.getByRole('option')).toHaveText(['dana@icloud.com']);
  await expectNoViolations(page);
  await page.keyboard.press('ArrowDown');
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('dana@icloud.com');
  await expect(page.getByRole('option')).toHaveCount(0);
});
