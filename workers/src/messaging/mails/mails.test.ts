import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recordMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import {
  lockNewsletterToken,
  markNewsletterConfirmed,
  type NewsletterTokenRow,
  recordNewsletterRequest,
} from '@ve/data/messaging/newsletter/newsletter.repository';
import { addNewsletterIssue, startNewsletterIssue } from '@ve/data/messaging/newsletter/newsletter-issue.repository';
import { queueNewsletterBatch } from '@ve/app/messaging/newsletter/queue-newsletter';
import type { NewsletterTokenKind } from '@ve/data/messaging/newsletter/newsletter-token.entity';
import { clearTables } from '@ve/data/testing/clear-tables';
import { createSmtpAdapter } from '@ve/providers/mail/smtp.adapter';
import { startSmtpServer } from '@ve/providers/mail/smtp-server.fixture';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { createJobHandlers } from '../../handlers.ts';
import { exampleMailSettings } from './mail-examples.ts';
import { queueBackendsForHandlers } from '../../testing/queue-backends.ts';
import { createMailRowsFixture } from '../../testing/read-mail-rows.ts';
import { openQueueHarness, type QueueHarness } from '../../testing/queue-harness.ts';
import { paymentsThatThrow } from '../../testing/scripted-payments.ts';
import { scriptedPaidSources } from '../../testing/scripted-registers.ts';
import { scriptedSources } from '../../testing/scripted-sources.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { scriptedTexts } from '../../testing/scripted-texts.ts';

const { origin, support } = exampleMailSettings;
const now = () => new Date();

describe.each(queueBackendsForHandlers())('mails through the queue on $name', (backend) => {
  let harness: QueueHarness;
  let server: Awaited<ReturnType<typeof startSmtpServer>>;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  beforeEach(async () => {
    server = await startSmtpServer();
    await clearTables(
      em(),
      'contact_messages',
      'newsletter_subscriptions',
      'newsletter_issues',
      'mails',
      'mail_opt_outs',
    );
  });
  afterEach(async () => {
    await harness.stopAll();
    await server.close();
  });
  afterAll(() => harness.close());

  const startHere = () =>
    harness.startHere(
      createJobHandlers({
        ...scriptedTexts(),
        sources: scriptedSources({}).sources,
        ...scriptedPaidSources(),
        payments: paymentsThatThrow,
        queues: harness.queues,
        mail: createSmtpAdapter({ url: server.url, domain: 'vehicle-enquiry.example', timeoutMs: 2_000 }),
        mailSettings: exampleMailSettings,
        mailLeaseMs: 4_000,
      }),
    );
  const em = () => harness.orm.em.fork();
  const rows = () => createMailRowsFixture(harness.orm, now);
  const outcome = async () => (await rows().all()).map(({ state, why }) => (why === null ? state : `${state}: ${why}`));
  const mailsTo = (address: string) =>
    server.mails.filter(({ to }) => to.includes(address)).map(({ parsed }) => parsed);
  const arrived = (address: string, count = 1) =>
    waitUntil(`${count} mails to ${address}`, () => mailsTo(address).length === count);
  const idle = () => waitUntil('the queues are idle', harness.idle);
  /** Finds the token of a link in a mail's text. */
  const linkIn = (text: string | undefined, kind: NewsletterTokenKind): Promise<NewsletterTokenRow | null> => {
    const path = kind === 'confirm' ? 'newsletter/confirm' : 'unsubscribe';
    const token = new RegExp(`${origin}/${path}\\?token=([A-Za-z0-9_-]{43})(?:\\s|$)`).exec(text ?? '')?.[1];
    return lockNewsletterToken(em(), secretTokenHash(token ?? '') ?? 'no token', kind);
  };

  it('deliver an enquiry to support and its confirmation to the sender', async () => {
    await startHere();
    await rows().enquire({ name: 'Дана Ö', email: 'dana@example.com', message: 'Hello there' });
    await Promise.all([arrived(support), arrived('dana@example.com')]);
    await idle();
    const [toSupport] = mailsTo(support);
    expect(toSupport).toMatchObject({
      subject: expect.stringMatching(/^Enquiry VE-[A-Z0-9]{8}$/),
      messageId: `<${(await rows().all())[0]?.id}@vehicle-enquiry.example>`,
    });
    expect(toSupport?.text).toContain(`${origin}/admin/cases?reference=VE-`);
    expect(toSupport?.text).not.toMatch(/Дана|dana|Hello/);
    expect(mailsTo('dana@example.com')[0]?.text).toContain('within 24 hours');
    expect(server.mails).toHaveLength(2);
    expect(await outcome()).toEqual(['sent', 'sent']);
  });

  it('subscribe to the newsletter by one link, and unsubscribe by another', async () => {
    await startHere();
    const email = 'reader@example.com';
    await rows().askForNewsletter(email);
    await arrived(email);
    await idle();
    const [mail] = mailsTo(email);
    const list = mail?.headers.get('list') as { unsubscribe?: { url?: string } } | undefined;
    expect(list?.unsubscribe?.url).toMatch(new RegExp(`^${origin}/unsubscribe\\?token=`));
    expect(mail?.headers.get('list-unsubscribe-post') ?? JSON.stringify(list)).toContain('One-Click');
    expect(await linkIn(list?.unsubscribe?.url, 'unsubscribe')).toMatchObject({ email });
    const link = await linkIn(mail?.text, 'confirm');
    expect(link).toMatchObject({ email, usedAt: null });
    await markNewsletterConfirmed(em(), link?.id ?? '', now());
    await rows().askForNewsletter(email);
    await idle();
    expect(await outcome()).toEqual(['sent', 'skipped: not-needed']);
    await recordMailOptOut(em(), { email, stream: 'newsletter' }, now());
    await rows().askForNewsletter(email);
    await arrived(email, 2);
  });

  it('carry a newsletter with a one-click link of its own, and not to one who has unsubscribed since it was queued', async () => {
    const draft = { subject: 'News of MOTs', opening: 'Hello\n\nthere', articleIds: [4, 1] };
    const issueId = randomUUID();
    await addNewsletterIssue(em(), { id: issueId, ...draft }, now());
    for (const email of ['stays@example.com', 'leaves@example.com']) {
      await markNewsletterConfirmed(em(), await recordNewsletterRequest(em(), email, now()), now());
    }
    await startNewsletterIssue(em(), { id: issueId, version: 1 }, now());
    expect(await queueNewsletterBatch(em(), { now: now(), perMinute: 10 })).toEqual({ queued: 2, finished: [] });
    await recordMailOptOut(em(), { email: 'leaves@example.com', stream: 'newsletter' }, now());
    await startHere();
    await arrived('stays@example.com');
    await idle();
    expect(await outcome()).toEqual(expect.arrayContaining(['sent', 'skipped: stream-stopped']));
    expect(mailsTo('leaves@example.com')).toEqual([]);
    const [mail] = mailsTo('stays@example.com');
    expect(mail?.subject).toBe('News of MOTs');
    expect(mail?.text).toContain(`${origin}/blog/4`);
    const list = mail?.headers.get('list') as { unsubscribe?: { url?: string } } | undefined;
    expect(await linkIn(list?.unsubscribe?.url, 'unsubscribe')).toMatchObject({ email: 'stays@example.com' });
    expect(await queueNewsletterBatch(em(), { now: now(), perMinute: 10 })).toEqual({ queued: 0, finished: [issueId] });
  });

  it('arrive after the mail server greylisted, with a working link', async () => {
    await startHere();
    server.setFault({ at: 'recipient', code: 451, times: 1 });
    await rows().askForNewsletter('patient@example.com');
    await arrived('patient@example.com');
    await idle();
    expect(server.attempts.count).toBe(2);
    expect(await linkIn(mailsTo('patient@example.com')[0]?.text, 'confirm')).toMatchObject({ usedAt: null });
    expect(await outcome()).toEqual(['sent']);
  });

  it('fail without a retry when the mail server refuses the address', async () => {
    await startHere();
    const failedBefore = (await harness.queues.counts()).mails.failed;
    server.setFault({ at: 'recipient', code: 550 });
    await rows().askForNewsletter('nobody@example.com');
    await waitUntil('it failed', async () => (await harness.queues.counts()).mails.failed === failedBefore + 1);
    expect(server.attempts.count).toBe(1);
    expect(await outcome()).toEqual(['failed: refused 550']);
  });

  it('are sent by another worker when the first is killed during SMTP', async () => {
    server.setFault({ at: 'data', hang: true, times: 1 });
    const killed = await harness.startChild({ lockMs: 1_000, smtpUrl: server.url });
    await rows().askForNewsletter('reader@example.com');
    await waitUntil('the mail server was asked', () => server.attempts.count === 1);
    killed.kill('SIGKILL');
    await killed.exited;
    await harness.startChild({ lockMs: 1_000, smtpUrl: server.url });
    await arrived('reader@example.com');
    await waitUntil('it is recorded', async () => (await outcome())[0] === 'sent');
    expect(await linkIn(mailsTo('reader@example.com')[0]?.text, 'confirm')).toMatchObject({ usedAt: null });
  });

  it('are sent again under the same Message-ID when the worker is killed before recording the result', async () => {
    const begun = Promise.withResolvers<null>();
    server.setFault({ at: 'data', until: begun.promise, times: 1 });
    const killed = await harness.startChild({ lockMs: 1_000, smtpUrl: server.url });
    await rows().askForNewsletter('reader@example.com');
    await waitUntil('it is claimed', async () => (await outcome())[0] === 'claimed');
    // Marking the mail as sent waits for this transaction.
    await em().transactional(async (holding) => {
      await holding.execute('select id from mails for update');
      begun.resolve(null);
      await arrived('reader@example.com');
      await waitUntil('its update waits', async () => {
        const waiting = await em().execute('select 1 from pg_locks where not granted');
        return waiting.length > 0;
      });
      killed.kill('SIGKILL');
      await killed.exited;
    });
    expect(await outcome()).toEqual(['claimed']);
    await harness.startChild({ lockMs: 1_000, smtpUrl: server.url });
    await arrived('reader@example.com', 2);
    await waitUntil('it is recorded', async () => (await outcome())[0] === 'sent');
    const [{ id } = { id: '' }] = await rows().all();
    const messageId = `<${id}@vehicle-enquiry.example>`;
    expect(mailsTo('reader@example.com').map((mail) => mail.messageId)).toEqual([messageId, messageId]);
    for (const mail of mailsTo('reader@example.com')) {
      expect(await linkIn(mail.text, 'confirm')).toMatchObject({ usedAt: null });
    }
  });
});
