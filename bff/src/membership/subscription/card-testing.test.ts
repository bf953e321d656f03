import type { UpgradeAnswer } from '@ve/contracts/http/membership/subscription';
import { cardAuthenticationLimit, newCardRateLimit } from '@ve/domain/membership/card-limits';
import { postWithoutBodyFromOwnPage, createTestMember, type TestMember } from '../../testing/members.ts';
import { startStripeSandbox, type StripeSandbox, type StripeTestCard } from '../../testing/stripe-sandbox.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

/* The attacker has paid 50p once, and has a list of stolen cards. */

let stripe: StripeSandbox;
let app: TestApp;
/** A second process of the same BFF. */
let other: TestApp;
beforeAll(async () => {
  stripe = await startStripeSandbox();
  app = await startTestApp(stripe.env);
  other = await startTestApp(stripe.env, undefined, { sharing: app });
});
afterAll(async () => {
  await Promise.all([app.close(), other.close(), stripe.close()]);
});
beforeEach(() => app.empty('token_buckets', 'outbox'));

const attacker = async (card: StripeTestCard = 'visa') => createTestMember(app, await stripe.createTrial(card));
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
    postWithoutBodyFromOwnPage(`${through.url}/api/upgrade-subscription`, headers);

  it('asks no bank with the client secret of the bank’s question', async () => {
    const member = await attacker('authenticationRequired');
    const question = (await (await upgrade(member)).json()) as UpgradeAnswer;
    if (question.outcome !== 'authenticate') throw new Error(`no question: ${question.outcome}`);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => stripe.tryCard(question.clientSecret, 'chargeDeclined')),
    );
    expect([...new Set(answers)]).toEqual([expect.stringContaining('cannot be confirmed using your publishable key')]);
    expect(await stripe.asked(member.stripeCustomerId)).toEqual([]);
  });

  it('with 200 concurrent presses, over two processes, charges the stored card at most twenty times an hour', async () => {
    const member = await attacker('chargeCustomerFail');
    const presses = Array.from({ length: 200 }, (_, n) => upgrade(member, n % 2 ? other : app));
    const codes = counted(await Promise.all((await Promise.all(presses)).map(codeOf)));
    expect(codes['too-many-requests']).toBe(180);
    expect((await stripe.asked(member.stripeCustomerId)).length).toBeLessThanOrEqual(20);
  });

  it('is limited together with the declines of all others, with the same alarm', async () => {
    const careful = await startTestApp({ ...stripe.env, DECLINES_A_MINUTE: '3' }, undefined, { sharing: app });
    try {
      const members = await Promise.all(Array.from({ length: 5 }, () => attacker('chargeCustomerFail')));
      const codes: string[] = [];
      for (const member of members) codes.push(await codeOf(await upgrade(member, careful)));
      expect(codes).toEqual([...Array(3).fill('card-needed'), 'too-many-requests', 'too-many-requests']);
      expect(careful.logLines.join('\n')).toContain('decline_limit_reached');
      const metrics = await (await fetch(`${careful.url}/metrics`)).text();
      expect(metrics).toMatch(/payment_confirmations_total\{result="declined"\} 3/);
    } finally {
      await careful.close();
    }
  });
});

describe('by changing the card', () => {
  const change = async ({ headers }: TestMember, card: StripeTestCard, through = app) =>
    postFromOwnPage(`${through.url}/api/me/card`, { confirmationToken: await stripe.tokenOf(card) }, headers);

  it('with 200 concurrent calls, over two processes, asks banks about five cards a day', async () => {
    const member = await attacker();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => change(member, 'chargeDeclined', n % 2 ? other : app)),
    );
    const texts = await Promise.all(answers.map((answer) => answer.clone().text()));
    expect(texts.filter((text) => text.includes('_secret_'))).toEqual([]);
    expect(counted(await Promise.all(answers.map(codeOf)))).toEqual({
      refused: newCardRateLimit.burst,
      'new-cards-exceeded': 200 - newCardRateLimit.burst,
    });
    expect(await stripe.setups(member.stripeCustomerId)).toEqual(Array(newCardRateLimit.burst).fill('canceled'));
  });

  it('is limited together with the declines of all others', async () => {
    const careful = await startTestApp({ ...stripe.env, DECLINES_A_MINUTE: '3' }, undefined, { sharing: app });
    try {
      const members = await Promise.all(Array.from({ length: 5 }, () => attacker()));
      const codes: string[] = [];
      for (const member of members) codes.push(await codeOf(await change(member, 'chargeDeclined', careful)));
      expect(codes).toEqual([...Array(3).fill('refused'), 'too-many-requests', 'too-many-requests']);
      // Successfully stored cards never add up to the limit.
      await app.empty('token_buckets');
      for (const member of members) expect(await codeOf(await change(member, 'visa', careful))).toBe('saved');
    } finally {
      await careful.close();
    }
  });

  describe('sends one token twelve times at once, over two processes, which', () => {
    const send = (member: TestMember, confirmationToken: string, through: TestApp) =>
      postFromOwnPage(`${through.url}/api/me/card`, { confirmationToken }, member.headers);
    /** The outcomes, without those that another call of the same token keeps from being answered now. */
    const sendTwelve = async (member: TestMember, card: StripeTestCard, through = [app, other]) => {
      const token = await stripe.tokenOf(card);
      const calls = Array.from({ length: 12 }, (_, n) => send(member, token, through[n % through.length]!));
      const codes = await Promise.all((await Promise.all(calls)).map(codeOf));
      return [...new Set(codes.filter((code) => code !== 'payments-unavailable'))];
    };
    const left = async (member: TestMember) => {
      const codes: string[] = [];
      for (let cards = 0; cards < newCardRateLimit.burst; cards += 1)
        codes.push(await codeOf(await change(member, 'visa')));
      return counted(codes);
    };

    it('counts as one new card, that Stripe is asked for once', async () => {
      const member = await attacker();
      expect(await sendTwelve(member, 'mastercard')).toEqual(['saved']);
      expect(await stripe.setups(member.stripeCustomerId)).toEqual(['succeeded']);
      expect(await left(member)).toEqual({ saved: newCardRateLimit.burst - 1, 'new-cards-exceeded': 1 });
    });

    it('counts as one question of the bank', async () => {
      const member = await attacker();
      expect(await sendTwelve(member, 'authenticationRequired')).toEqual(['authenticate']);
      expect(await stripe.setups(member.stripeCustomerId)).toEqual(['requires_action']);
      const codes = [];
      for (let cards = 0; cards < 2; cards += 1)
        codes.push(await codeOf(await change(member, 'authenticationRequired')));
      expect(codes).toEqual(['authenticate', 'new-cards-exceeded']);
    });

    it('counts as one decline, and of another user separately', async () => {
      const careful = await startTestApp({ ...stripe.env, DECLINES_A_MINUTE: '3' }, undefined, { sharing: app });
      try {
        const [member, second] = [await attacker(), await attacker()];
        expect(await sendTwelve(member, 'chargeDeclined', [careful])).toEqual(['refused']);
        expect(await stripe.setups(member.stripeCustomerId)).toEqual(['canceled']);
        const metrics = await (await fetch(`${careful.url}/metrics`)).text();
        expect(metrics).toMatch(/payment_confirmations_total\{result="declined"\} 1\n/);
        for (let cards = 0; cards < 2; cards += 1) {
          expect(await codeOf(await change(second, 'chargeDeclined', careful))).toBe('refused');
        }
        expect(await codeOf(await change(second, 'chargeDeclined', careful))).toBe('too-many-requests');
        await app.empty('token_buckets');
        const token = await stripe.tokenOf('mastercard');
        for (const each of [member, second]) await send(each, token, app);
        expect([await left(member), await left(second)]).toEqual(
          Array(2).fill({ saved: newCardRateLimit.burst - 1, 'new-cards-exceeded': 1 }),
        );
      } finally {
        await careful.close();
      }
    });
  });

  it('returns the secret of a bank’s question for two cards a day, one at a time, and not for the third', async () => {
    const member = await attacker();
    const steps = [];
    for (let cards = 0; cards < 3; cards += 1) {
      const code = await codeOf(await change(member, 'authenticationRequired'));
      steps.push([code, ...(await stripe.setups(member.stripeCustomerId))]);
    }
    expect(steps).toEqual([
      ['authenticate', 'requires_action'],
      ['authenticate', 'requires_action', 'canceled'],
      ['new-cards-exceeded', 'canceled', 'canceled', 'canceled'],
    ]);
  });

  it.each<StripeTestCard>(['visa', 'chargeDeclined'])(
    'closes the question about the card before, by %s',
    async (card) => {
      const member = await attacker();
      await change(member, 'authenticationRequired');
      await change(member, card);
      const [newest, before] = await stripe.setups(member.stripeCustomerId);
      expect([newest, before]).toEqual([card === 'visa' ? 'succeeded' : 'canceled', 'canceled']);
      expect(await app.data.count('subscriptions', { cardAuthenticationOpen: true, id: member.subscriptionId })).toBe(
        0,
      );
    },
  );

  it('returns at most one secret to concurrent changes, over two processes', async () => {
    const member = await attacker();
    const answers = await Promise.all([app, other].map((through) => change(member, 'authenticationRequired', through)));
    const codes = await Promise.all(answers.map(codeOf));
    expect(codes).toContain('authenticate');
    const open = (await stripe.setups(member.stripeCustomerId)).filter((status) => status !== 'canceled');
    expect(open.length).toBeLessThanOrEqual(1);
  });

  it('returns no secret while the previous question cannot be cancelled', async () => {
    const member = await attacker();
    await change(member, 'authenticationRequired');
    await stripe.fault({ mode: 'error-500', operation: 'POST /v1/setup_intents/:id/cancel' });
    const answer = await change(member, 'authenticationRequired');
    await stripe.makeWell();
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'payments-unavailable']);
    expect(await codeOf(await change(member, 'visa'))).toBe('saved');
    expect((await stripe.setups(member.stripeCustomerId)).at(-1)).toBe('canceled');
  });

  it('with the secret of the bank’s question ends with the page’s next request, regardless of what was tried', async () => {
    const member = await attacker();
    const question = (await (await change(member, 'authenticationRequired')).json()) as {
      setupIntentId: string;
      clientSecret: string;
    };
    await stripe.tryCard(question.clientSecret, 'chargeDeclined');
    await postFromOwnPage(`${app.url}/api/me/card/confirm`, { setupIntentId: question.setupIntentId }, member.headers);
    expect(await stripe.tryCard(question.clientSecret, 'visa')).toContain('has been canceled');
  });
});

describe('with the secrets of a bank’s questions, while Stripe sends its events and no worker runs', () => {
  /**
   * `fewCards`: the most that may reach a bank before the BFF cancels the SetupIntent. `maxCards`: the attack's size.
   */
  const fewCards = 200;
  const maxCards = 400;
  const [wave, waves] = [8, maxCards / 8];

  let sandbox: StripeSandbox;
  let bff: TestApp;
  beforeAll(async () => {
    sandbox = await startStripeSandbox();
    const webhook = await sandbox.openWebhook('setup_intent.setup_failed', 'setup_intent.requires_action');
    bff = await startTestApp({ ...sandbox.env, STRIPE_WEBHOOK_SECRET: webhook.secret, DECLINES_A_MINUTE: '1000' });
    await webhook.to(bff.url);
  });
  afterAll(() => Promise.all([bff.close(), sandbox.close()]));
  beforeEach(() => bff.empty('token_buckets', 'outbox', 'stripe_events'));

  interface Question {
    outcome: string;
    code?: string;
    setupIntentId: string;
    clientSecret: string;
  }
  const createAttacker = async () => createTestMember(bff, await sandbox.createTrial('visa'));
  const change = async (
    { headers }: TestMember,
    card: StripeTestCard = 'authenticationRequired',
  ): Promise<Question> => {
    const confirmationToken = await sandbox.tokenOf(card);
    return (
      await postFromOwnPage(`${bff.url}/api/me/card`, { confirmationToken }, headers)
    ).json() as Promise<Question>;
  };
  const isEnded = (answer: string) => answer.includes('has been canceled');
  /** Tries cards as fast as possible until Stripe accepts no more; returns how many were sent. */
  const attack = async ({ clientSecret }: Question): Promise<number> => {
    for (let sent = 1; sent <= waves; sent += 1) {
      const cards = Array.from({ length: wave }, () => sandbox.tryCard(clientSecret, 'chargeDeclined'));
      if ((await Promise.all(cards)).some(isEnded)) return sent * wave;
    }
    return maxCards;
  };
  const again = () => new Promise((resolve) => setImmediate(resolve));
  /** Waits until the events of everything that was tried are stored. */
  const eventsStored = async ({ setupIntentId }: Question, events: number): Promise<void> => {
    while ((await bff.data.count('stripe_events', { objectId: setupIntentId })) < events) await again();
  };

  it('few cards reach their banks in a day, each counts, and a flood of them queues no flood of jobs', async () => {
    const member = await createAttacker();
    const reached: number[] = [];
    for (let secrets = 0; ; secrets += 1) {
      const question = await change(member);
      if (question.outcome !== 'authenticate') {
        expect(question.code).toBe('new-cards-exceeded');
        break;
      }
      await attack(question);
      const failed = await sandbox.failedCards(question.setupIntentId);
      reached.push(failed);
      await eventsStored(question, failed + 1);
    }
    expect(reached.length).toBeLessThanOrEqual(cardAuthenticationLimit.burst);
    expect(Math.max(...reached)).toBeLessThanOrEqual(fewCards);
    // One for the question itself, one for the first card that failed.
    expect(await bff.data.count('outbox', { jobName: 'stripe-events.process' })).toBe(2 * reached.length);
    const metrics = await (await fetch(`${bff.url}/metrics`)).text();
    const total = reached.reduce((sum, each) => sum + each, 0);
    expect(metrics).toContain(`payment_confirmations_total{result="declined"} ${total}`);
    expect(bff.logLines.join('\n')).toContain('setup_intent_failures_repeated');
  });

  it('the first card that fails ends it without a worker, and counts as a decline and a new card', async () => {
    const member = await createAttacker();
    const question = await change(member);
    const fullAt = async (key: string) => (await bff.data.one('token_buckets', { key })).fullAt.getTime();
    const before = await fullAt('payment-declines');
    await sandbox.authenticate(question.clientSecret, 'fail');
    const closed = { cardSetupId: question.setupIntentId, cardAuthenticationOpen: false };
    while ((await bff.data.count('subscriptions', closed)) === 0) await again();
    expect(await sandbox.tryCard(question.clientSecret, 'visa')).toContain('has been canceled');
    expect(await sandbox.failedCards(question.setupIntentId)).toBe(1);
    // Counted in the transaction that stores the event, together with the end of the question.
    while ((await fullAt('payment-declines')) <= before) await again();
    expect(
      bff.logLines.filter(
        (line) => line.includes('setup_intent_failures_repeated') && line.includes(question.setupIntentId),
      ),
    ).toEqual([]);
    const left = (await fullAt(`card:${member.userId}`)) - Date.now();
    expect(Math.ceil(left / (86_400_000 / newCardRateLimit.burst))).toBe(2);
  });

  it('another card whose bank requests authentication ends it as well, and counts as a new card; the first one does not', async () => {
    const member = await createAttacker();
    const question = await change(member);
    await eventsStored(question, 1);
    expect(await sandbox.setups(member.stripeCustomerId)).toEqual(['requires_action']);
    expect(await sandbox.tryCard(question.clientSecret, 'authenticationRequiredOnSetup')).toBe('requires_action');
    const closed = { cardSetupId: question.setupIntentId, cardAuthenticationOpen: false };
    while ((await bff.data.count('subscriptions', closed)) === 0) await again();
    expect(await sandbox.setups(member.stripeCustomerId)).toEqual(['canceled']);
    const { fullAt } = await bff.data.one('token_buckets', { key: `card:${member.userId}` });
    expect(Math.ceil((fullAt.getTime() - Date.now()) / (86_400_000 / newCardRateLimit.burst))).toBe(2);
  });

  it('an attempt of the service itself ends without counting twice', async () => {
    const member = await createAttacker();
    expect((await change(member, 'chargeDeclined')).outcome).toBe('refused');
    while ((await bff.data.count('stripe_events')) < 1) await again();
    const declines = async () =>
      Number(/result="declined"} (\d+)/.exec(await (await fetch(`${bff.url}/metrics`)).text())?.[1]);
    const before = await declines();
    expect((await change(member, 'chargeDeclined')).outcome).toBe('refused');
    while ((await bff.data.count('stripe_events')) < 2) await again();
    expect((await declines()) - before).toBe(1);
    expect(await bff.data.count('outbox', { jobName: 'stripe-events.process' })).toBe(2);
  });

  it('is stored with its job even when Stripe cannot be reached to end it', async () => {
    const question = await change(await createAttacker());
    await sandbox.fault({ mode: 'error-500', operation: 'POST /v1/setup_intents/:id/cancel' });
    await sandbox.authenticate(question.clientSecret, 'fail');
    const failure = { objectId: question.setupIntentId, type: 'setup_intent.setup_failed' };
    while ((await bff.data.count('stripe_events', failure)) === 0) await again();
    const { id: eventId, processedAt } = await bff.data.one('stripe_events', failure);
    expect(processedAt).toBeNull();
    const ordered = await bff.data.values('outbox', 'payload', { jobName: 'stripe-events.process' });
    expect(ordered).toContainEqual(expect.objectContaining({ eventId }));
    expect(await bff.data.one('subscriptions', { cardSetupId: question.setupIntentId })).toMatchObject({
      cardAuthenticationOpen: true,
    });
    await sandbox.makeWell();
  });
});
