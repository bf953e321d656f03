import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clearTables } from '@ve/data/testing/clear-tables';
import { queueText } from '@ve/app/messaging/queue-message';
import { findTextOptOut, recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { pollMissingReceipts } from '@ve/app/messaging/texts/text-receipts';
import { createTextHandler } from '@ve/workers/handlers';
import { queueBackendsForHandlers } from '@ve/workers/testing/queue-backends';
import { openQueueHarness, type QueueHarness } from '@ve/workers/testing/queue-harness';
import { sandboxTwilioDeps, startTwilioSandbox } from '@ve/workers/testing/twilio-sandbox';
import { waitUntil } from '@ve/workers/testing/wait-until';

const phoneOf = (number: number): string => `+4477009001${String(number).padStart(2, '0')}`;

describe.each(queueBackendsForHandlers())('texts through the queue on $name', (backend) => {
  let harness: QueueHarness;
  let twilio: Awaited<ReturnType<typeof startTwilioSandbox>>;
  beforeAll(async () => {
    [harness, twilio] = await Promise.all([openQueueHarness(backend), startTwilioSandbox()]);
  });
  afterEach(async () => {
    await harness.reset();
    await twilio.reset();
    await clearTables(em(), 'texts', 'text_opt_outs', 'vendor_daily_usage', 'token_buckets');
  });
  afterAll(async () => {
    await harness.close();
    await twilio.close();
  });

  const em = () => harness.orm.em.fork();
  const queue = (recipient: string) =>
    em().transactional((own) =>
      queueText(
        own,
        { template: 'help', recipient, subjectId: null, occasion: recipient },
        { now: new Date(), correlationId: 'c' },
      ),
    );
  const rows = async () =>
    (await harness.data.all('texts', {}, 'recipient')).map(
      ({ recipient, vendorMessageId, failure, skipReason: skipped }) => ({
        recipient,
        sid: vendorMessageId,
        why: failure ?? skipped,
      }),
    );
  const ended = () =>
    waitUntil('every text has ended', async () => (await rows()).every(({ sid, why }) => sid !== null || why !== null));
  /** Expects each text exactly once at Twilio, and every row to know its message. */
  const sentOnce = async (count: number) => {
    await ended();
    const has = (await twilio.texts()).map(({ to, sid }) => ({ recipient: to, sid, why: null }));
    expect(has.toSorted((one, other) => (one.recipient < other.recipient ? -1 : 1))).toEqual(await rows());
    expect(has).toHaveLength(count);
  };

  it('are sent once when a worker is killed (-9) between Twilio’s acceptance and our record', async () => {
    const doomed = await harness.startChild({ lockMs: 1_000, textsUrl: twilio.url, textsHang: true });
    for (let number = 1; number <= 3; number += 1) await queue(phoneOf(number));
    await waitUntil('Twilio has them', async () => (await twilio.texts()).length === 3);
    expect((await rows()).map(({ sid }) => sid)).toEqual([null, null, null]);
    doomed.kill('SIGKILL');
    await doomed.exited;
    await harness.startChild({ lockMs: 1_000, textsUrl: twilio.url });
    await sentOnce(3);
  });

  it('are sent once when Twilio’s responses are lost twice for each', async () => {
    await twilio.fault('answers-lost', { operation: 'POST /messages', times: 4 });
    await harness.startHere({ 'texts.send': createTextHandler(sandboxTwilioDeps(twilio.url)) });
    for (let number = 1; number <= 4; number += 1) await queue(phoneOf(number));
    await sentOnce(4);
  });

  it('are sent once by two processes, ten a second by the vendor’s clock', async () => {
    await Promise.all([1, 2].map(() => harness.startChild({ textsUrl: twilio.url })));
    for (let number = 1; number <= 40; number += 1) await queue(phoneOf(number));
    await sentOnce(40);
    const times = (await twilio.texts()).map(({ createdAt }) => Date.parse(createdAt));
    // Ten at once, then thirty in three seconds; with a rate per process each would be done after one second.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(2_000);
  });

  it('ask Twilio once for the status of texts whose receipts were lost, and record it', async () => {
    const needs = sandboxTwilioDeps(twilio.url);
    await harness.startHere({ 'texts.send': createTextHandler(needs) });
    const [arrived, dead] = [phoneOf(1), '+447700900035'];
    for (const phone of [arrived, dead]) await queue(phone);
    await ended();
    await waitUntil('Twilio has delivered them', async () =>
      (await twilio.texts()).every(({ status }) => status === 'delivered' || status === 'undelivered'),
    );
    let ahead = 5 * 3_600_000;
    let read = 0;
    const ask = () =>
      pollMissingReceipts({
        fork: em,
        texts: {
          read: (sid) => {
            read += 1;
            return needs.texts.read(sid);
          },
        },
        now: () => new Date(Date.now() + ahead),
        isClosed: () => false,
      });
    expect(await ask()).toBe(0);
    ahead = 7 * 3_600_000;
    await twilio.fault('drop');
    expect(await ask()).toBe(0);
    await twilio.mend();
    read = 0;
    // Either of the two polls may ask for either text.
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one + other).toBe(2);
    expect([read, await ask()]).toEqual([2, 0]);
    expect(await harness.data.all('texts', {}, 'recipient')).toMatchObject([
      { recipient: dead, deliveredAt: null, failure: 'unknown-number 30005' },
      { recipient: arrived, deliveredAt: expect.any(Date), failure: null },
    ]);
    expect(await findTextOptOut(em(), dead)).toBe('unknown');
  });

  it('are sent after a Twilio outage, except to a number that stopped meanwhile', async () => {
    await twilio.fault('drop');
    for (const number of [1, 2]) await queue(phoneOf(number));
    await harness.startHere({ 'texts.send': createTextHandler(sandboxTwilioDeps(twilio.url)) });
    await waitUntil('it was tried', async () => (await harness.data.count('texts', { attemptedAt: null })) === 0);
    await recordTextOptOut(em(), { phone: phoneOf(2), reason: 'stop' }, new Date());
    await twilio.reset();
    await ended();
    expect(await rows()).toMatchObject([
      { recipient: phoneOf(1), why: null },
      { recipient: phoneOf(2), sid: null, why: 'stopped' },
    ]);
    expect((await twilio.texts()).map(({ to }) => to)).toEqual([phoneOf(1)]);
  });
});
