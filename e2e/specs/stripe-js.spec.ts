import type { Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bankAuthenticationFrame, stripeCardFields as fields } from '../support/payment.ts';
import { expect, expectNoViolations, test } from '../support/test.ts';

/*
 * The sandbox's Stripe.js on a plain page of another site, under a policy as strict as ours, against the sandbox's
 * Stripe.
 */

const sandboxUrl = process.env.E2E_SANDBOX_URL ?? 'http://127.0.0.1:3900';
type Result = Record<string, { id?: string; status?: string; code?: string; message?: string } | undefined>;

interface Element {
  mount(where: string): void;
  clear(): void;
  on(type: string, f: (event: { elementType: string }) => void): void;
}

interface Elements {
  create(type: 'payment', options: object): Element;
  submit(): Promise<Result>;
}

/** What the page's script leaves for the test. */
interface ShopWindow {
  Stripe(key: string): {
    elements(options: object): Elements;
    createConfirmationToken(given: object): Promise<Result>;
    confirmSetup(given: object): Promise<Result>;
    handleNextAction(given: { clientSecret: string }): Promise<Result>;
  };
  stripe: ReturnType<ShopWindow['Stripe']>;
  elements: Elements;
  element: Element;
  events: { type: string; event: { elementType: string } }[];
}

/** Calls Stripe's API as a server does. */
async function call(path: string, fields: Record<string, string> = {}): Promise<Record<string, string>> {
  const response = await fetch(`${sandboxUrl}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as Record<string, string>;
}

/** A PaymentIntent that only a server confirms. */
const createPayment = () =>
  call('payment_intents', {
    amount: '50',
    currency: 'gbp',
    confirmation_method: 'manual',
    'allowed_payment_method_types[0]': 'card',
  });

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
    </style>
  </head>
  <body>
    <main>
      <h1>Pay</h1>
      <div id="card"></div>
    </main>
    <script src="${sandboxUrl}/stripe-js/v3/"></script>
  </body>
</html>`;

// A server instead of a route: browsers do not let a page of an unknown address load a script from this machine.
const shop = createServer(({ url }, response) => {
  const policy = `default-src 'none'; script-src ${sandboxUrl}; style-src 'nonce-1'; frame-src ${sandboxUrl}`;
  response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('content-security-policy', policy);
  response.end(url === '/dark' ? shopPage(dark) : shopPage(light));
});
test.beforeAll(() => new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve)));
test.afterAll(() => new Promise((resolve) => shop.close(resolve)));

/** Opens a page with the card fields. */
async function openShop(page: Page, { colours = light, mode = 'payment' } = {}): Promise<void> {
  const { port } = shop.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${String(port)}/${colours.scheme}`);
  await page.evaluate(
    ({ surface, text, used }) => {
      const shopWindow = window as unknown as ShopWindow;
      const stripe = shopWindow.Stripe('pk_test_sandbox');
      const variables = { colorText: text, colorBackground: surface, colorTextPlaceholder: text, colorDanger: text };
      const amount = used === 'payment' ? { amount: 50 } : {};
      // The frame is transparent: axe sees no page behind its labels.
      const rules = { '.Label': { backgroundColor: surface } };
      const elements = stripe.elements({ mode: used, currency: 'gbp', ...amount, appearance: { variables, rules } });
      const fields = { billingDetails: { address: { country: 'never', postalCode: 'never' } } };
      const element = elements.create('payment', { fields });
      shopWindow.events = [];
      for (const type of ['ready', 'change', 'focus', 'blur', 'escape']) {
        element.on(type, (event) => shopWindow.events.push({ type, event }));
      }
      Object.assign(shopWindow, { stripe, elements, element });
      element.mount('#card');
    },
    { ...colours, used: mode },
  );
  await expect(fields(page).number).toBeVisible();
}

async function typeCard(page: Page, number: string): Promise<void> {
  await fields(page).number.click();
  await page.keyboard.type(`${number}1234123`);
  await expect(fields(page).code).toHaveValue('123');
}

const submit = (page: Page) => page.evaluate(() => (window as unknown as ShopWindow).elements.submit());

const billing = { name: 'Dana Driver', address: { country: 'GB', postal_code: 'SW1A 2AA' } };

/** The payment method that Stripe.js creates from the card, or the error that it throws. */
const collect = (page: Page, details: object = billing) =>
  page.evaluate(async (billing_details) => {
    const { stripe, elements } = window as unknown as ShopWindow;
    const params = { payment_method_data: { billing_details } };
    try {
      return await stripe.createConfirmationToken({ elements, params });
    } catch (error) {
      return { thrown: { message: String(error) } };
    }
  }, details);

const idOf = (result: Result): string => result['confirmationToken']?.id ?? '';

/** Opens the bank's page; resolves with the result of Stripe.js. */
const authenticate = (page: Page, clientSecret: string) =>
  page.evaluate(
    (secret) => (window as unknown as ShopWindow).stripe.handleNextAction({ clientSecret: secret }),
    clientSecret,
  );

test('a card is typed, formatted, and charged by a server; its number stays in its frame @desktop', async ({
  page,
}) => {
  const sentByPage: string[] = [];
  page.on('request', (request) => {
    if (request.frame() === page.mainFrame()) sentByPage.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await openShop(page);
  await fields(page).number.click();
  await page.keyboard.type('4242424242424242');
  await expect(fields(page).expiry).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.type('234');
  await page.keyboard.type('123');
  await expect(fields(page).number).toHaveValue('4242 4242 4242 4242');
  await expect(fields(page).expiry).toHaveValue('12 / 34');
  expect(await submit(page)).toEqual({ selectedPaymentMethod: 'card' });
  const token = idOf(await collect(page));
  const { id = '' } = await createPayment();
  expect(await call(`payment_intents/${id}/confirm`, { confirmation_token: token })).toMatchObject({
    status: 'succeeded',
  });
  const events = await page.evaluate(() => (window as unknown as ShopWindow).events);
  expect(events[0]).toEqual({ type: 'ready', event: { elementType: 'payment' } });
  expect(events.at(-1)).toMatchObject({ type: 'change', event: { complete: true, empty: false } });
  expect(JSON.stringify(events)).not.toContain('4242');
  expect(sentByPage.join()).not.toContain('4242');
});

test('an incomplete or invalid card is reported in the frame, without a call @desktop', async ({ page }) => {
  await openShop(page);
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]');
  expect(await submit(page)).toMatchObject({
    error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' },
  });
  await expect(frame.getByRole('alert').filter({ hasText: 'Your card number is incomplete.' })).toBeVisible();
  await typeCard(page, '4242424242424242');
  await fields(page).expiry.fill('12/2019');
  expect(await submit(page)).toMatchObject({ error: { code: 'invalid_expiry_year_past' } });
  await expect(fields(page).expiry).toHaveAttribute('aria-invalid', 'true');
});

test('a token needs submitted fields, and the details that the fields hide @desktop', async ({ page }) => {
  await openShop(page);
  await typeCard(page, '4242424242424242');
  expect(await collect(page)).toMatchObject({ thrown: { message: expect.stringContaining('elements.submit()') } });
  await submit(page);
  expect(await collect(page, { name: 'Dana Driver' })).toMatchObject({
    thrown: { message: expect.stringContaining('address.country') },
  });
  expect(idOf(await collect(page))).toMatch(/^ctoken_/);
});

test("the bank's page opens as an overlay, and then the server confirms again @desktop", async ({ page }) => {
  await openShop(page);
  await typeCard(page, '4000002760003184');
  const { id = '', client_secret: secret = '' } = await createPayment();
  const confirm = async () => {
    await submit(page);
    const given = { confirmation_token: idOf(await collect(page)) };
    expect(await call(`payment_intents/${id}/confirm`, given)).toMatchObject({ status: 'requires_action' });
  };
  await confirm();
  const refused = authenticate(page, secret);
  await bankAuthenticationFrame(page).getByRole('button', { name: 'Fail' }).click();
  expect(await refused).toMatchObject({ error: { code: 'payment_intent_authentication_failure' } });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await confirm();
  const agreed = authenticate(page, secret);
  await bankAuthenticationFrame(page).getByRole('button', { name: 'Complete' }).click();
  expect(await agreed).toMatchObject({ paymentIntent: { status: 'requires_confirmation' } });
  expect(await call(`payment_intents/${id}/confirm`)).toMatchObject({ status: 'succeeded' });
});

test("the bank's page opens as an overlay, and its result ends confirmSetup @desktop", async ({ page }) => {
  await openShop(page, { mode: 'setup' });
  await typeCard(page, '4000002760003184');
  const { client_secret: secret = '' } = await call('setup_intents', { usage: 'off_session' });
  await submit(page);
  const stored = page.evaluate(
    ([clientSecret, billing_details]) => {
      const { stripe, elements } = window as unknown as ShopWindow;
      const confirmParams = { payment_method_data: { billing_details } };
      return stripe.confirmSetup({ elements, clientSecret, redirect: 'if_required', confirmParams });
    },
    [secret, billing] as const,
  );
  await bankAuthenticationFrame(page).getByRole('button', { name: 'Complete' }).click();
  expect(await stored).toMatchObject({ setupIntent: { status: 'succeeded' } });
});

test('only the sandbox’s key is accepted @desktop', async ({ page }) => {
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
  test(`is accessible and has large enough touch targets, ${colours.scheme} @phone`, async ({ page }) => {
    await openShop(page, { colours });
    await fields(page).number.fill('4242424242424242');
    for (const field of Object.values(fields(page))) {
      expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectNoViolations(page);
  });
}
