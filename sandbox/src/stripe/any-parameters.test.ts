import { jest } from '@jest/globals';
import fc from 'fast-check';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { getNestedValue } from '../testing/caller.ts';
import { startSandboxStripeCaller, type StripeCaller } from '../testing/stripe-caller.ts';
import { allStripeOperations } from './operations/all.operations.ts';
import { alternativesOfStripeShape, stripeParameterShapes, type StripeShapeNode } from './shapes.ts';

// Hundreds of real requests take long on a busy machine.
jest.setTimeout(120_000);

let sandbox: StripeCaller;
let ids: string[] = [];
beforeAll(async () => {
  sandbox = await startSandboxStripeCaller();
  const { stripe } = sandbox;
  const { customer, advance } = await sandbox.onTestClock('2027-01-30T09:00:00Z');
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const intent = await stripe.paymentIntents.create({ amount: 50, currency: 'gbp', customer: customer.id });
  const setup = await stripe.setupIntents.create({ customer: customer.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_sandbox_membership' }],
    default_payment_method: card.id,
    trial_period_days: 1,
  });
  await advance(86_400 + 60);
  const [invoice] = (await stripe.invoices.list()).data;
  const [event] = (await stripe.events.list()).data;
  ids = [customer, card, intent, setup, subscription, invoice, event].map((each) => String(each?.id));
});
afterAll(() => sandbox.close());

const someId = fc.integer({ min: 0, max: 20 }).map((index) => ids[index] ?? 'price_sandbox_membership');
const texts = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    '-1',
    '890',
    '99999999999',
    'true',
    'now',
    'gbp',
    'pm_card_visa',
    'constructor_x',
    '__proto__',
  ),
  someId,
  fc.string({ maxLength: 12 }),
);

/** Form fields with values that fit a type, and some that do not. */
function valuesOf(node: StripeShapeNode, name: string, depth: number): fc.Arbitrary<[string, string][]> {
  const plain = texts.map((text): [string, string][] => [[name, text]]);
  const options = alternativesOfStripeShape(node).map((option): fc.Arbitrary<[string, string][]> => {
    if (typeof option !== 'object' || depth > 3) return plain;
    if ('enum' in option) return fc.constantFrom(...option.enum).map((value) => [[name, value]]);
    if ('list' in option) return valuesOf(option.list, `${name}[0]`, depth + 1);
    return 'is' in option ? fieldsOf(option.is, name, depth + 1) : plain;
  });
  return fc.oneof(plain, ...options);
}

function fieldsOf(definition: string, outer: string, depth: number): fc.Arbitrary<[string, string][]> {
  const fields = Object.entries(stripeParameterShapes.definitions[definition]?.fields ?? {});
  if (fields.length === 0) return fc.constant([]);
  const one = fc
    .constantFrom(...fields)
    .chain(([name, node]) => valuesOf(node, outer === '' ? name : `${outer}[${name}]`, depth));
  return fc.array(one, { maxLength: 4 }).map((lists) => lists.flat());
}

const call = fc.constantFrom(...Object.keys(allStripeOperations)).chain((name) =>
  fc.record({
    name: fc.constant(name),
    id: someId,
    fields: fieldsOf(stripeParameterShapes.roots[name] ?? '', '', 0),
  }),
);

test('the response is an object, or an error in Stripe’s format that is not the sandbox’s own, regardless of the request', async () => {
  await fc.assert(
    fc.asyncProperty(call, async ({ name, id, fields }) => {
      const [method = 'GET', path = ''] = name.split(' ', 2);
      // A clock that is advanced by decades would create months of invoices.
      if (path.endsWith('/advance')) return;
      const form = new URLSearchParams(fields);
      const url = path.replace(':id', encodeURIComponent(id));
      const answer = await sandbox.caller.call(method === 'POST' ? url : `${url}?${form}`, {
        method,
        headers: { authorization: `Bearer ${sandboxCredentials.stripeSecretKey}` },
        ...(method === 'POST' && { body: form }),
      });
      if (answer.status === 200) return expect(typeof getNestedValue(answer.body, 'object')).toBe('string');
      expect([400, 402, 404]).toContain(answer.status);
      return expect(getNestedValue(answer.body, 'error', 'type')).toMatch(/^(invalid_request|card|idempotency)_error$/);
    }),
    { numRuns: 600 },
  );
});
