import vm from 'node:vm';
import { startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';
import { appearanceCssRules } from './browser/frame-style.ts';
import { stripeFormFields, parseStripeReply } from './browser/stripe-call.ts';
import { moduleStatements } from './stripe-js.script.ts';

let caller: SandboxCaller;
beforeAll(async () => {
  caller = await startSandboxCaller();
});
afterAll(() => caller.close());

/** Runs the served script in a page with the minimum that it needs, and returns `window.Stripe`. */
async function loadScript() {
  const { text, headers } = await caller.call('/stripe-js/v3/');
  expect(headers.get('content-type')).toMatch(/^text\/javascript/);
  const window: { Stripe?: ((key?: unknown) => object) & { version: string } } = {};
  vm.runInNewContext(text, { window, URL, document: { currentScript: { src: `${caller.url}/stripe-js/v3/` } } });
  const { Stripe } = window;
  if (!Stripe) throw new Error('The script set no window.Stripe');
  return Stripe;
}

test('the script sets window.Stripe synchronously, with the members that react-stripe-js requires', async () => {
  const Stripe = await loadScript();
  expect(Stripe.version).toBe('endive');
  const stripe = Stripe('pk_test_sandbox') as Record<string, unknown>;
  for (const name of [
    ...['elements', 'createToken', 'createPaymentMethod', 'createConfirmationToken', 'confirmCardPayment'],
    ...['confirmSetup', 'handleNextAction', 'registerAppInfo', '_registerWrapper'],
  ]) {
    expect([name, typeof stripe[name]]).toEqual([name, 'function']);
  }
});

test('modules are joined however a compiler lays out their code', async () => {
  const code = `import { a } from './a.js'; import './b.js';
    /** Of c. */ export const c = 'export const text'; export class D {} /* e */ export async function e() { return "import 'f';"; }
    const g = \`
export const g\`;
    export {};
    //# sourceMappingURL=c.js.map`;
  const joined = moduleStatements(code);
  expect(joined).not.toContain('sourceMappingURL');
  await expect(
    vm.runInNewContext(`(async () => { ${joined}\n return [c, typeof D, await e(), g]; })()`),
  ).resolves.toEqual(['export const text', 'function', "import 'f';", '\nexport const g']);
});

test.each(["export * from './a.js';", 'export default 1;', 'const a = 1; export { a as b };'])(
  'a module with %s cannot be joined',
  (code) => {
    expect(() => moduleStatements(code)).toThrow('Cannot join a module with: export');
  },
);

test.each([
  ['pk_test_51Habc', "takes the sandbox's key alone"],
  ['pk_live_51Habc', "takes the sandbox's key alone"],
  ['sk_test_sandbox', 'You should not use your secret key'],
  ['', 'You used an empty string'],
  [undefined, 'You used undefined'],
])('the key %j is rejected', async (key, message) => {
  const Stripe = await loadScript();
  expect(() => Stripe(key)).toThrow(message);
});

test.each(['payment', 'controller'])(
  'the %s frame loads only its own scripts, and connects to its origin only',
  async (name) => {
    const { status, headers, text } = await caller.call(`/stripe-js/frames/${name}.html`);
    expect([status, headers.get('content-security-policy')]).toEqual([
      200,
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
    ]);
    const seen = new Set<string>();
    const open = [/src="([^"]+)"/.exec(text)?.[1] ?? ''];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const module = await caller.call(path);
      expect([path, module.status, module.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/javascript; charset=utf-8',
      ]);
      const imports = [...module.text.matchAll(/^import\s[^;]*?from '([^']+)'/gm)].map(([, found]) => found ?? '');
      open.push(...imports.map((found) => new URL(found, `${caller.url}${path}`).pathname));
    }
    expect(seen.size).toBeGreaterThan(2);
  },
);

test.each(['/stripe-js/frames/other.html', '/stripe-js/browser/stripe.js', '/stripe-js/browser/..%2Fserver.js'])(
  '%s is not served',
  async (path) => {
    expect((await caller.call(path)).status).toBe(404);
  },
);

test('form fields are encoded in Stripe’s format', () => {
  const card = { number: '4242424242424242', exp_month: '12' };
  const params = { payment_method_data: { type: 'card', card, billing_details: null }, use_stripe_sdk: true };
  expect(stripeFormFields(params)).toEqual([
    ['payment_method_data[type]', 'card'],
    ['payment_method_data[card][number]', '4242424242424242'],
    ['payment_method_data[card][exp_month]', '12'],
    ['use_stripe_sdk', 'true'],
  ]);
});

test('an error of the API is passed on, and an unknown response becomes an error', () => {
  const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
  expect(parseStripeReply(false, { error: declined })).toEqual({ error: declined });
  expect(parseStripeReply(true, { id: 'pi_1' })).toEqual({ result: { id: 'pi_1' } });
  for (const [ok, body] of [
    [false, null],
    [false, {}],
    [true, null],
    [true, 'x'],
  ] as const) {
    expect(parseStripeReply(ok, body)).toEqual({
      error: { type: 'api_error', message: 'An unexpected error has occurred.' },
    });
  }
});

test('only documented selectors and properties of an appearance are applied', () => {
  const rules = {
    '.Input:focus': { outline: '3px solid #ffd307', position: 'fixed' },
    '.Input--invalid': { borderColor: 'red' },
    'body > *': { color: 'x' },
  };
  expect(appearanceCssRules({ variables: { colorText: '#111', borderRadius: '6px', logoColor: 'x' }, rules })).toEqual([
    ['.Input', 'color', '#111'],
    ['.Label', 'color', '#111'],
    ['.Input', 'border-radius', '6px'],
    ['.Input:focus', 'outline', '3px solid #ffd307'],
    ['.Input--invalid', 'border-color', 'red'],
  ]);
});
