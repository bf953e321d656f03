import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MailTemplate, mailTemplates } from '@ve/contracts/mails';
import { queueMail } from '@ve/app/messaging/queue-message';
import { startSmtpServer } from '@ve/providers/mail/smtp-server.fixture';
import { randomUUID } from 'node:crypto';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { waitUntil } from '@ve/workers/testing/wait-until';

const templates = Object.keys(mailTemplates) as MailTemplate[];
const addressOf = (template: MailTemplate): string => `${template}@example.com`;

describe.each(queueBackendsForHandlers())('through the queue on $name', (backend) => {
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

  it('a mail of every kind keeps one Message-ID when its worker dies between the mail server’s response and our record', async () => {
    const em = () => harness.orm.em.fork();
    const subjectId = randomUUID();
    await em().transactional(async (transaction) => {
      for (const template of templates) {
        const mail = { template, recipient: addressOf(template), subjectId, occasion: template };
        await queueMail(transaction, mail, { now: new Date(), correlationId: 'request-1' });
      }
    });
    const rows = await harness.data.all('mails');
    expect(rows.map(({ template }) => template).toSorted()).toEqual(templates.toSorted());

    const child = { lockMs: 2_000, leaseMs: 20_000, smtpUrl: server.url, exampleLetters: true };
    const killed = await harness.startChild({ ...child, smtpHang: true });
    await waitUntil('the server has taken each', () => server.mails.length === templates.length, 60_000);
    killed.kill('SIGKILL');
    await killed.exited;
    expect(await harness.data.all('mails', { sentAt: notEqualCondition(null) })).toEqual([]);
    await harness.data.set('mails', { claimedUntil: rows[0]!.createdAt }, { claimedUntil: notEqualCondition(null) });

    await harness.startChild(child);
    await waitUntil('each was sent again', () => server.mails.length === 2 * templates.length, 90_000);
    await waitUntil('the queues are idle', harness.idle);
    const messageIds = new Map(templates.map((template): [MailTemplate, (string | undefined)[]] => [template, []]));
    for (const { to, parsed } of server.mails) {
      const template = templates.find((each) => to.includes(addressOf(each)));
      if (template !== undefined) messageIds.get(template)?.push(parsed.messageId);
    }
    const expected = rows.map(({ id, template }) => [template, Array(2).fill(`<${id}@vehicle-enquiry.example>`)]);
    expect(Object.fromEntries(messageIds)).toEqual(Object.fromEntries(expected));
  }, 240_000);
});
