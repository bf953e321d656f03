import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { addNewsletterIssue, startNewsletterIssue } from '@ve/data/messaging/newsletter/newsletter-issue.repository';
import { markNewsletterConfirmed, recordNewsletterRequest } from '@ve/data/messaging/newsletter/newsletter.repository';
import { startSmtpServer } from '@ve/providers/mail/smtp-server.fixture';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { waitUntil } from '@ve/workers/testing/wait-until';
import { randomUUID } from 'node:crypto';

const subscribers = Array.from({ length: 18 }, (_, index) => `reader-${String(index).padStart(2, '0')}@example.com`);

describe.each(queueBackendsForHandlers())('a newsletter on $name', (backend) => {
  let harness: QueueHarness;
  let server: Awaited<ReturnType<typeof startSmtpServer>>;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
    server = await startSmtpServer();
  });
  afterAll(async () => {
    await harness.close();
    await server.close();
  });

  const em = () => harness.orm.em.fork();
  const past = new Date(Date.now() - 3_600_000);

  it('reaches each subscriber once although its workers are killed (-9), and none who unsubscribes before their e-mail', async () => {
    for (const email of subscribers) {
      await markNewsletterConfirmed(em(), await recordNewsletterRequest(em(), email, past), past);
    }
    const id = randomUUID();
    await addNewsletterIssue(em(), { id, subject: 'News', opening: 'Hello', articleIds: [1] }, past);
    await startNewsletterIssue(em(), { id, version: 1 }, new Date());
    // The last in the order of sending, after it was started and before their e-mail is queued.
    const inOrder = await harness.data.values('newsletter_subscriptions', 'email', {}, 'id');
    const unsubscribed = inOrder.at(-1) ?? '';
    await recordMailOptOut(em(), { email: unsubscribed, stream: 'newsletter' }, new Date(Date.now() + 1_000));

    const child = { lockMs: 2_000, leaseMs: 2_000, smtpUrl: server.url, planMs: 50 };
    /** A minute passes: the next batch may be queued. */
    const nextMinute = () => harness.data.set('newsletter_issues', { nextBatchAt: past });
    const isSent = async () => (await harness.data.one('newsletter_issues', { id })).state === 'sent';

    for (const [smtpHang, until] of [
      [true, 2],
      [false, 8],
      [true, 10],
    ] as const) {
      const worker = await harness.startChild({ ...child, smtpHang });
      await waitUntil(
        'the mail server has taken some',
        async () => {
          await nextMinute();
          return server.mails.length >= until;
        },
        60_000,
      );
      worker.kill('SIGKILL');
      await worker.exited;
    }
    await harness.startChild(child);
    await waitUntil(
      'it is sent',
      async () => {
        await nextMinute();
        return isSent();
      },
      120_000,
    );

    const received = new Map(subscribers.map((email): [string, Set<string | undefined>] => [email, new Set()]));
    for (const { to, parsed } of server.mails) for (const email of to) received.get(email)?.add(parsed.messageId);
    expect(Object.fromEntries([...received].map(([email, ids]) => [email, ids.size]))).toEqual(
      Object.fromEntries(subscribers.map((email) => [email, email === unsubscribed ? 0 : 1])),
    );
    const mails = await harness.data.all('mails');
    expect(mails).toHaveLength(subscribers.length);
    expect(mails.filter(({ sentAt }) => sentAt !== null)).toHaveLength(subscribers.length - 1);
    expect(mails.find(({ recipient }) => recipient === unsubscribed)).toMatchObject({ skipReason: 'stream-stopped' });
  }, 300_000);
});
