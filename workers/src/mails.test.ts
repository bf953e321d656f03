import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { receiveContactMessage } from '@ve/data/contact/contact-message.repository';
import { confirmNewsletter, requestNewsletter, unsubscribeNewsletter } from '@ve/data/newsletter/newsletter.repository';
import { createSmtpAdapter } from '@ve/providers/mail/smtp.adapter';
import { startSmtpServer } from '@ve/providers/mail/smtp-server.fixture';
import { secretTokenHash } from '@ve/server-kit/auth/secret-token';
import { createHandlers } from './handlers.ts';
import { testableBackends } from './testing/backends.ts';
import { openQueueHarness, type QueueHarness } from './testing/queue-harness.ts';
import { mailSettings } from './testing/scripted-mail.ts';
import { scriptedSources } from './testing/scripted-sources.ts';
import { waitUntil } from './testing/wait-until.ts';

const { origin } = mailSettings;

describe.each(testableBackends())('mails through the queue on $name', (backend) => {
  let harness: QueueHarness;
  let server: Awaited<ReturnType<typeof startSmtpServer>>;
  beforeAll(async () => {
    harness = await openQueueHarness(backend);
  });
  beforeEach(async () => {
    server = await startSmtpServer();
    await harness.orm.em.fork().execute('truncate contact_messages, newsletter_subscriptions cascade');
    await harness.startHere(
      createHandlers({
        orm: harness.orm,
        sources: scriptedSources({}).sources,
        now: () => new Date(),
        mail: createSmtpAdapter({ url: server.url, domain: 'vehicle-enquiry.example', timeoutMs: 2_000 }),
        mailSettings,
      }),
    );
  });
  afterEach(async () => {
    await harness.stopAll();
    await server.close();
  });
  afterAll(() => harness.close());

  const em = () => harness.orm.em.fork();
  const ask = (email: string) => requestNewsletter(em(), { email, correlationId: 'request-1', now: new Date() });
  const mailsTo = (address: string) =>
    server.mails.filter(({ to }) => to.includes(address)).map(({ parsed }) => parsed);
  const arrived = (address: string, count = 1) =>
    waitUntil(`${count} mails to ${address}`, () => mailsTo(address).length === count);
  const hashIn = (text: string, page: string): string => {
    const token = new RegExp(`${origin}/newsletter/${page}\\?token=([A-Za-z0-9_-]{43})(?:\\s|$)`).exec(text)?.[1];
    return secretTokenHash(token ?? '') ?? 'no token';
  };

  it('carry an enquiry to support and its confirmation to the sender', async () => {
    await receiveContactMessage(
      em(),
      { name: 'Дана Ö', email: 'Dana@Example.com', message: 'Hello there' },
      { correlationId: 'request-1', now: new Date() },
    );
    await Promise.all([arrived(mailSettings.support), arrived('dana@example.com')]);
    await waitUntil('the queues are idle', harness.idle);
    const [toSupport] = mailsTo(mailSettings.support);
    expect(toSupport).toMatchObject({
      subject: 'General enquiry from Дана Ö',
      replyTo: { value: [{ name: 'Дана Ö', address: 'dana@example.com' }] },
      messageId: expect.stringMatching(/^<contact-message\.[0-9a-f-]{36}@vehicle-enquiry\.example>$/),
    });
    expect(mailsTo('dana@example.com')[0]?.text).toContain('within 24 hours');
    expect(server.mails).toHaveLength(2);
  });

  it('lead from the newsletter’s form to the list by a link, and off it by another', async () => {
    await ask('Reader@Example.com');
    await arrived('reader@example.com');
    await waitUntil('the queues are idle', harness.idle);
    const [mail] = mailsTo('reader@example.com');
    const text = mail?.text ?? '';
    const list = mail?.headers.get('list') as { unsubscribe?: { url?: string } } | undefined;
    expect(list?.unsubscribe?.url).toMatch(new RegExp(`^${origin}/newsletter/unsubscribe\\?token=`));
    expect(mail?.headers.get('list-unsubscribe-post') ?? JSON.stringify(list)).toContain('One-Click');
    expect(await confirmNewsletter(em(), hashIn(text, 'confirm'), new Date())).toBe('confirmed');
    await ask('reader@example.com');
    await waitUntil('the queues are idle', harness.idle);
    expect(mailsTo('reader@example.com')).toHaveLength(1);
    expect(await unsubscribeNewsletter(em(), hashIn(list?.unsubscribe?.url ?? '', 'unsubscribe'), new Date())).toBe(
      'unsubscribed',
    );
    await ask('reader@example.com');
    await arrived('reader@example.com', 2);
  });

  it('come after the mail server greylisted, with a link that works', async () => {
    server.setFault({ at: 'recipient', code: 451, times: 1 });
    await ask('patient@example.com');
    await arrived('patient@example.com');
    await waitUntil('the queues are idle', harness.idle);
    expect(server.attempts.count).toBe(2);
    const text = mailsTo('patient@example.com')[0]?.text ?? '';
    expect(await confirmNewsletter(em(), hashIn(text, 'confirm'), new Date())).toBe('confirmed');
  });

  it('are given up at once when the mail server refuses the address', async () => {
    const failedBefore = (await harness.queues.counts()).mails.failed;
    server.setFault({ at: 'recipient', code: 550 });
    await ask('nobody@example.com');
    await waitUntil('it failed', async () => (await harness.queues.counts()).mails.failed === failedBefore + 1);
    expect(server.attempts.count).toBe(1);
  });
});
