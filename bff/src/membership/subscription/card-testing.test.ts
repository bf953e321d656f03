import type { Upgrade } from '@ve/contracts/http/membership/subscription';
import { newCards } from '@ve/domain/membership/new-cards';
import { command, createMember, type TestMember } from '../../testing/members.ts';
import { startStripeSandbox, type StripeSandbox, type TestCard } from '../../testing/stripe-sandbox.ts';
import { post, startTestApp, type TestApp } from '../../testing/test-app.ts';

/* Somebody who has paid 50p once, and has a list of stolen cards. */

let stripe: StripeSandbox;
let app: TestApp;
/** A second process of the same BFF. */
let other: TestApp;
beforeAll(async () => {
  stripe = await startStripeSandbox();
  app = await startTestApp(stripe.env);
  other = await startTestApp(stripe.env, undefined, { beside: app });
});
afterAll(async () => {
  await Promise.all([app.close(), other.close(), stripe.close()]);
});
beforeEach(() => app.empty('token_buckets', 'outbox'));

const attacker = async (card: TestCard = 'visa') => createMember(app, await stripe.createTrial(card));
const codeOf = async (answer: Response): Promise<string> => {
  const body = (await answer.json()) as { code?: string; outcome?: string };
  return body.code ?? body.outcome ?? '';
};
const counted = (codes: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

describe('by the payment of an invoice', () => {
  const upgrade = ({ headers }: TestMember, through = app) =>
    command(`${through.url}/api/upgrade-subscription`, headers);

  it('with the client secret that the bank’s question comes with asks banks nothing', async () => {
    const member = await attacker('authenticationRequired');
    const asked = (await (await upgrade(member)).json()) as Upgrade;
    if (asked.outcome !== 'authenticate') throw new Error(`not asked: ${asked.outcome}`);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => stripe.tryCard(asked.clientSecret, 'chargeDeclined')),
    );
    expect([...new Set(answers)]).toEqual([expect.stringContaining('cannot be confirmed using your publishable key')]);
    expect(await stripe.asked(member.stripeCustomerId)).toEqual([]);
  });

  it('with 200 presses at once, over two processes, charges the stored card twenty times an hour at most', async () => {
    const member = await attacker('chargeCustomerFail');
    const presses = Array.from({ length: 200 }, (_, n) => upgrade(member, n % 2 ? other : app));
    const codes = counted(await Promise.all((await Promise.all(presses)).map(codeOf)));
    expect(codes['too-many-requests']).toBe(180);
    expect((await stripe.asked(member.stripeCustomerId)).length).toBeLessThanOrEqual(20);
  });

  it('is held back with the declines of all others, with the same alarm', async () => {
    const careful = await startTestApp({ ...stripe.env, DECLINES_A_MINUTE: '3' }, undefined, { beside: app });
    try {
      const members = await Promise.all(Array.from({ length: 5 }, () => attacker('chargeCustomerFail')));
      const codes: string[] = [];
      for (const member of members) codes.push(await codeOf(await upgrade(member, careful)));
      expect(codes).toEqual([...Array(3).fill('card-needed'), 'too-many-requests', 'too-many-requests']);
      expect(careful.logLines.join('\n')).toContain('somebody may be trying cards');
      const metrics = await (await fetch(`${careful.url}/metrics`)).text();
      expect(metrics).toMatch(/payment_confirmations_total\{result="declined"\} 3/);
    } finally {
      await careful.close();
    }
  });
});

describe('by changing the card', () => {
  const change = async ({ headers }: TestMember, card: TestCard, through = app) =>
    post(`${through.url}/api/me/card`, { confirmationToken: await stripe.tokenOf(card) }, headers);

  it('with 200 calls at once, over two processes, asks banks about five cards a day', async () => {
    const member = await attacker();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => change(member, 'chargeDeclined', n % 2 ? other : app)),
    );
    const texts = await Promise.all(answers.map((answer) => answer.clone().text()));
    expect(texts.filter((text) => text.includes('_secret_'))).toEqual([]);
    expect(counted(await Promise.all(answers.map(codeOf)))).toEqual({
      refused: newCards.atOnce,
      'new-cards-exceeded': 200 - newCards.atOnce,
    });
    expect(await stripe.setups(member.stripeCustomerId)).toEqual(Array(newCards.atOnce).fill('canceled'));
  });

  it('is held back with the declines of all others', async () => {
    const careful = await startTestApp({ ...stripe.env, DECLINES_A_MINUTE: '3' }, undefined, { beside: app });
    try {
      const members = await Promise.all(Array.from({ length: 5 }, () => attacker()));
      const codes: string[] = [];
      for (const member of members) codes.push(await codeOf(await change(member, 'chargeDeclined', careful)));
      expect(codes).toEqual([...Array(3).fill('refused'), 'too-many-requests', 'too-many-requests']);
      // Cards that are stored never add up to that.
      await app.empty('token_buckets');
      for (const member of members) expect(await codeOf(await change(member, 'visa', careful))).toBe('saved');
    } finally {
      await careful.close();
    }
  });

  it('hands out the secret of a bank’s question for two cards a day, and cancels what the third began', async () => {
    const member = await attacker();
    const codes = [];
    for (let cards = 0; cards < 3; cards += 1) codes.push(await codeOf(await change(member, 'authenticationRequired')));
    expect(codes).toEqual(['authenticate', 'authenticate', 'new-cards-exceeded']);
    expect((await stripe.setups(member.stripeCustomerId)).filter((status) => status === 'canceled')).toHaveLength(1);
  });

  it('with the secret of the bank’s question ends with the next look of its page, whatever it tried', async () => {
    const member = await attacker();
    const asked = (await (await change(member, 'authenticationRequired')).json()) as {
      setupIntentId: string;
      clientSecret: string;
    };
    await stripe.tryCard(asked.clientSecret, 'chargeDeclined');
    await post(`${app.url}/api/me/card/confirm`, { setupIntentId: asked.setupIntentId }, member.headers);
    expect(await stripe.tryCard(asked.clientSecret, 'visa')).toContain('has been canceled');
  });
});
