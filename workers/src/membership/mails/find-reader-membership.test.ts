import type { NewTestRow } from '@ve/data/testing/test-rows';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isStaffMailTemplate, mailTemplates } from '@ve/contracts/mails';
import { membershipLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { membershipLinkToken } from '@ve/app/membership/cancellation/membership-token';
import { createTestJobContext } from '../../testing/test-job-context.ts';
import { createMailRowsFixture } from '../../testing/read-mail-rows.ts';
import { scriptedMail } from '../../testing/scripted-mail.ts';
import { findMembershipOfMailReader } from './membership-parts.tsx';
import { exampleMailSettings } from '../../messaging/mails/mail-examples.ts';
import { createMailHandler } from '../../handlers.ts';

const email = 'dana@example.com';
const ids = { user: '00000000-0000-4000-8000-000000000001', subscription: '00000000-0000-4000-8000-000000000002' };
const now = new Date('2026-11-21T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const templates = Object.keys(mailTemplates) as (keyof typeof mailTemplates)[];

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearTables(db.orm.em.fork(), 'users', 'contact_messages', 'mails', 'outbox'));

const em = () => db.orm.em.fork();

type Columns = Partial<NewTestRow<'subscriptions'>>;
const join = async (columns: Columns = {}) => {
  await db.data.add('users', { id: ids.user, email }, now);
  const paid = { stripeSubscriptionId: 'sub_1', currentPeriodEnd: at(240), creditedPeriodEnd: null };
  await db.data.add('subscriptions', { id: ids.subscription, userId: ids.user, ...paid, ...columns }, now);
};

const reader = (template: string, recipient: string | null = email) =>
  findMembershipOfMailReader(em(), { template, recipient }, { settings: exampleMailSettings, now });

const cancelUrl = async (stripeSubscriptionId = 'sub_1') => {
  const token = membershipLinkToken(
    { id: ids.subscription, stripeSubscriptionId },
    await membershipLinkSigningKey(em()),
  );
  return `${exampleMailSettings.origin}/membership/cancel?token=${token}`;
};

describe('a mail of any template', () => {
  it.each(templates)('%s has the signed link of its reader’s membership, and of no other', async (template) => {
    expect(await reader(template)).toBeNull();
    await join();
    const own = { kind: 'membership', endsAt: null, cancelUrl: await cancelUrl() };
    expect(await reader(template)).toEqual(isStaffMailTemplate(template) ? null : own);
    expect(await reader(template, 'other@example.com')).toBeNull();
    expect(await reader(template, null)).toBeNull();
  });
});

describe('the foot of a mail', () => {
  it.each<[string, Columns, object | null]>([
    ['a trial', { status: 'trialing' }, { kind: 'trial', endsAt: null }],
    ['a charge that failed', { status: 'past_due' }, { kind: 'membership', endsAt: null }],
    ['a period that is over and not paid yet', { currentPeriodEnd: at(-1) }, { kind: 'membership', endsAt: null }],
    ['one that is cancelled and runs on', { endsAt: at(240) }, { kind: 'membership', endsAt: at(240) }],
    ['one that has ended', { status: 'canceled' }, null],
    ['one whose end has come', { endsAt: at(-1) }, null],
    ['one that is unpaid after Stripe’s last attempt', { status: 'unpaid' }, null],
  ])('shows the cancel link while a membership runs: %s', async (_, columns, expected) => {
    await join(columns);
    expect(await reader('receipt')).toEqual(expected && { ...expected, cancelUrl: await cancelUrl() });
  });

  it('has a new link once the membership was started again', async () => {
    await join({ stripeSubscriptionId: 'sub_2' });
    expect(await reader('receipt')).toMatchObject({ cancelUrl: await cancelUrl('sub_2') });
    expect(await cancelUrl('sub_2')).not.toBe(await cancelUrl());
  });

  it('links to the account page when Stripe does not know the membership', async () => {
    await join({ stripeSubscriptionId: null });
    expect(await reader('receipt')).toMatchObject({ cancelUrl: `${exampleMailSettings.origin}/my-account` });
  });
});

it('the cancel link is in HTML and text of mails unrelated to the membership too', async () => {
  const scripted = scriptedMail();
  const handle = createMailHandler(scripted);
  const send = async () => {
    const rows = createMailRowsFixture(db.orm, () => now);
    await rows.enquire({ name: 'Dana', email, message: 'Hello' });
    for (const id of await db.data.values('mails', 'id', { sentAt: null }, 'createdAt')) {
      await handle({ mailId: id, correlationId: 'request-1' }, createTestJobContext({ orm: db.orm, now: () => now }));
    }
  };
  await send();
  expect(scripted.given.map(({ text }) => text).join('')).not.toContain('/membership/cancel');
  await join();
  await send();
  const url = await cancelUrl();
  const of = (to: string) => scripted.given.slice(2).find((mail) => mail.to === to);
  expect(of(email)?.text).toContain(`cancel my membership ${url}`);
  expect(of(email)?.html).toContain(`href="${url}"`);
  expect(of(exampleMailSettings.support)?.html).not.toContain('/membership/cancel');
});
