import type { Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bank } from '../support/payment.ts';
import { expect, expectNoViolations, test } from '../support/test.ts';

/*
 * The sandbox's stand-in for Stripe.js on a plain page of another site, under a policy as strict as ours, against the
 * sandbox's Stripe.
 */

const sandboxUrl = process.env.E2E_SANDBOX_URL ?? 'http://127.0.0.1:3900';
type Result = Record<string, { status?: string; code?: string; decline_code?: string } | undefined>;

/** What the page's script leaves for the test. */
interface ShopWindow {
  Stripe(key: string): {
    elements(): {
      create(
        type: 'card',
        options: object,
      ): { mount(where: string): void; on(type: string, f: (event: { elementType: string }) => void): void };
    };
    confirmCardPayment(secret: string, data: object): Promise<Result>;
    confirmCardSetup(secret: string, data: object): Promise<Result>;
  };
  events: { type: string; event: { elementType: string } }[];
}

async function createIntent(kind: 'payment_intents' | 'setup_intents'): Promise<string> {
  const response = await fetch(`${sandboxUrl}/v1/${kind}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(
      kind === 'payment_intents' ? { amount: '50', currency: 'gbp' } : { usage: 'off_session' },
    ),
  });
  const { client_secret: secret } = (await response.json()) as { client_secret: string };
  return secret;
}

interface Colours {
  scheme: 'light' | 'dark';
  surface: string;
  text: string;
}
const light: Colours = { scheme: 'light', surface: '#ffffff', text: '#16181d' };
const dark: Colours = { scheme: 'dark', surface: '#171d1a', text: '#f2f4f1' };

const shopPage = ({ scheme, surface, text }: Colours): string => `<!doctype html>
<html lang="en-GB">
  <head>
    <title>Shop</title>
    <meta name="viewport" content="width=device-width" />
    <style nonce="1">
      body { color-scheme: ${scheme}; background: ${surface}; color: ${text} }
      .StripeElement { border: 1px solid; padding: 12px }
      .StripeElement--focus { outline: 3px solid }
    </style>
  </head>
  <body>
    <main>
      <h1>Pay</h1>
      <form><label for="card" id="label">Card details</label><div id="card"></div><button disabled>Pay</button></form>
    </main>
    <script src="${sandboxUrl}/stripe-js/v3/"></script>
  </body>
</html>`;

// A server and not a route: browsers let no page of an unknown address load a script from this machine.
const shop = createServer(({ url }, response) => {
  const policy = `default-src 'none'; script-src ${sandboxUrl}; style-src 'nonce-1'; frame-src ${sandboxUrl}`;
  response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('content-security-policy', policy);
  response.end(url === '/dark' ? shopPage(dark) : shopPage(light));
});
test.beforeAll(() => new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve)));
test.afterAll(() => new Promise((resolve) => shop.close(resolve)));

/** Opens a page with the card's field on it. */
async function openShop(page: Page, colours = light): Promise<void> {
  const { port } = shop.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${String(port)}/${colours.scheme}`);
  await page.evaluate(({ surface, text }) => {
    const shopWindow = window as unknown as ShopWindow & { stripe: object; card: object };
    const stripe = shopWindow.Stripe('pk_test_sandbox');
    const style = { base: { color: text, backgroundColor: surface, '::placeholder': { color: text } } };
    const card = stripe.elements().create('card', { hidePostalCode: true, style });
    shopWindow.events = [];
    for (const type of ['ready', 'change', 'focus', 'blur', 'escape']) {
      card.on(type, (event) => shopWindow.events.push({ type, event }));
    }
    Object.assign(shopWindow, { stripe, card });
    card.mount('#card');
  }, colours);
  await expect(fields(page).number).toBeVisible();
}

const fields = (page: Page) => {
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]');
  return {
    number: frame.getByLabel('Credit or debit card number'),
    expiry: frame.getByLabel('Credit or debit card expiration date'),
    cvc: frame.getByLabel('Credit or debit card CVC/CVV'),
  };
};

async function typeCard(page: Page, number: string): Promise<void> {
  await fields(page).number.click();
  await page.keyboard.type(`${number}1234123`);
  await expect(fields(page).cvc).toHaveValue('123');
}

/** Starts a confirmation; `result` resolves with what Stripe.js returns. */
function confirm(page: Page, secret: string, call: 'confirmCardPayment' | 'confirmCardSetup' = 'confirmCardPayment') {
  return page.evaluate(
    async ([given, name]) => {
      const { stripe, card } = window as unknown as { stripe: ReturnType<ShopWindow['Stripe']>; card: object };
      const billing_details = { name: 'Dana Driver', address: { country: 'GB', postal_code: 'SW1A 2AA' } };
      return stripe[name](given, { payment_method: { card, billing_details } });
    },
    [secret, call] as const,
  );
}

test('a card is typed by its label, formatted, and paid with; its number stays in its frame @desktop', async ({
  page,
}) => {
  const sentByPage: string[] = [];
  page.on('request', (request) => {
    if (request.frame() === page.mainFrame()) sentByPage.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await openShop(page);
  await page.locator('#label').click();
  await expect(fields(page).number).toBeFocused();
  await page.keyboard.type('4242424242424242');
  await expect(fields(page).expiry).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.type('234');
  await page.keyboard.type('123');
  await expect(fields(page).number).toHaveValue('4242 4242 4242 4242');
  await expect(fields(page).expiry).toHaveValue('12 / 34');
  await expect(page.locator('#card')).toHaveClass('StripeElement StripeElement--focus StripeElement--complete');
  const secret = await createIntent('payment_intents');
  expect(await confirm(page, secret)).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  const events = await page.evaluate(() => (window as unknown as ShopWindow).events);
  expect(events[0]).toEqual({ type: 'ready', event: { elementType: 'card' } });
  expect(events.at(-1)).toMatchObject({ type: 'change', event: { complete: true, empty: false, brand: 'visa' } });
  expect(JSON.stringify(events)).not.toContain('4242');
  expect(sentByPage.join()).not.toContain('4242');
});

test('what is incomplete or wrong is said without a call @desktop', async ({ page }) => {
  await openShop(page);
  const secret = await createIntent('payment_intents');
  expect(await confirm(page, secret)).toMatchObject({
    error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' },
  });
  await typeCard(page, '4242424242424242');
  await fields(page).expiry.fill('12/2019');
  await expect(page.locator('#card')).toHaveClass(/StripeElement--invalid/);
  expect(await confirm(page, secret)).toMatchObject({ error: { code: 'invalid_expiry_year_past' } });
  await expect(fields(page).expiry).toHaveAttribute('aria-invalid', 'true');
});

test('a decline is returned with its reason, and another card pays @desktop', async ({ page }) => {
  await openShop(page);
  const secret = await createIntent('payment_intents');
  await typeCard(page, '4000000000009995');
  expect(await confirm(page, secret)).toMatchObject({
    error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
  });
  await page.evaluate(() => (window as unknown as { card: { clear(): void } }).card.clear());
  await expect(fields(page).number).toHaveValue('');
  await typeCard(page, '5555555555554444');
  expect(await confirm(page, secret)).toMatchObject({ paymentIntent: { status: 'succeeded' } });
});

for (const call of ['confirmCardPayment', 'confirmCardSetup'] as const) {
  test(`the bank's page opens over the page, and its answer ends ${call} @desktop`, async ({ page }) => {
    const [kind, result] =
      call === 'confirmCardPayment'
        ? (['payment_intents', 'paymentIntent'] as const)
        : (['setup_intents', 'setupIntent'] as const);
    await openShop(page);
    await typeCard(page, '4000002760003184');
    const secret = await createIntent(kind);
    const refused = confirm(page, secret, call);
    await bank(page).getByRole('button', { name: 'Fail' }).click();
    expect(await refused).toMatchObject({ error: { code: expect.stringMatching(/_authentication_failure$/) } });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const paid = confirm(page, secret, call);
    await bank(page).getByRole('button', { name: 'Complete' }).click();
    expect(await paid).toMatchObject({ [result]: { status: 'succeeded' } });
  });
}

test('Enter submits the form that the field is in, unless its button is disabled @desktop', async ({ page }) => {
  await openShop(page);
  const submitted = await page.evaluateHandle(() => {
    const seen: string[] = [];
    document.forms[0]?.addEventListener('submit', (event) => {
      event.preventDefault();
      seen.push('submit');
    });
    return seen;
  });
  await fields(page).cvc.press('Enter');
  await fields(page).cvc.press('Escape');
  await page.waitForFunction(() => (window as unknown as ShopWindow).events.some(({ type }) => type === 'escape'));
  expect(await submitted.jsonValue()).toEqual([]);
  await page.evaluate(() => document.querySelector('button')?.removeAttribute('disabled'));
  await fields(page).cvc.press('Enter');
  await expect.poll(() => submitted.jsonValue()).toEqual(['submit']);
});

test('no key but the sandbox’s is taken @desktop', async ({ page }) => {
  await openShop(page);
  const refusal = await page.evaluate(() => {
    try {
      (window as unknown as ShopWindow).Stripe('pk_live_1');
      return null;
    } catch (error) {
      return String(error);
    }
  });
  expect(refusal).toContain('IntegrationError');
});

for (const colours of [light, dark]) {
  test(`is accessible and large enough to touch, ${colours.scheme} @phone`, async ({ page }) => {
    await openShop(page, colours);
    await fields(page).number.fill('4242424242424242');
    for (const field of Object.values(fields(page))) {
      expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectNoViolations(page);
  });
}
