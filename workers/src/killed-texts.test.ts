import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { queueText } from '@ve/data/texts/queue-text';
import { stopTexts } from '@ve/data/texts/text-stop.repository';
import { createTextHandler } from './texts/send.handler.ts';
import { handlerBackends } from './testing/backends.ts';
import { openQueueHarness, type QueueHarness } from './testing/queue-harness.ts';
import { sandboxTexts, startTwilioSandbox } from './testing/twilio-sandbox.ts';
import { waitUntil } from './testing/wait-until.ts';

const phoneOf = (number: number): string => `+4477009001${String(number).padStart(2, '0')}`;

describe.each(handlerBackends())('texts through the queue on $name', (backend) => {
  let harness: QueueHarness;
  let twilio: Awaited<ReturnType<typeof startTwilioSandbox>>;
  beforeAll(async () => {
    [harness, twilio] = await Promise.all([openQueueHarness(backend), startTwilioSandbox()]);
  });
  afterEach(async () => {
    await harness.reset();
    await twilio.reset();
    await em().execute('truncate texts, text_stops, vendor_days');
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
        { template: 'help', recipient, subjectId: null, uniqueKey: `help.${recipient}` },
        { now: new Date(), correlationId: 'c' },
      ),
    );
  const rows = () =>
    em().execute<{ recipient: string; sid: string | null; why: string | null }[]>(
      'select recipient, sid, coalesce(failure, skip_reason) as why from texts order by recipient',
    );
  const ended = () =>
    waitUntil('every text has ended', async () => (await rows()).every(({ sid, why }) => sid !== null || why !== null));
  /** Twilio has each text exactly once, and our rows know which. */
  const sentOnce = async (count: number) => {
    await ended();
    const has = (await twilio.texts()).map(({ to, sid }) => ({ recipient: to, sid, why: null }));
    expect(has.toSorted((one, other) => (one.recipient < other.recipient ? -1 : 1))).toEqual(await rows());
    expect(has).toHaveLength(count);
  };

  it('is killed (-9) between Twilio taking a text and our note of it: it is sent once', async () => {
    const doomed = await harness.startChild({ lockMs: 1_000, textsUrl: twilio.url, textsHang: true });
    for (let number = 1; number <= 3; number += 1) await queue(phoneOf(number));
    await waitUntil('Twilio has them', async () => (await twilio.texts()).length === 3);
    expect((await rows()).map(({ sid }) => sid)).toEqual([null, null, null]);
    doomed.kill('SIGKILL');
    await doomed.exited;
    await harness.startChild({ lockMs: 1_000, textsUrl: twilio.url });
    await sentOnce(3);
  });

  it('loses the answers of Twilio, twice each: every text is sent once', async () => {
    await twilio.fault('answers-lost', { operation: 'POST /messages', times: 4 });
    await harness.startHere({ 'texts.send': createTextHandler(sandboxTexts(twilio.url)) });
    for (let number = 1; number <= 4; number += 1) await queue(phoneOf(number));
    await sentOnce(4);
  });

  it('is run by two processes at once: every text is sent once', async () => {
    await Promise.all([1, 2].map(() => harness.startChild({ textsUrl: twilio.url })));
    for (let number = 1; number <= 20; number += 1) await queue(phoneOf(number));
    await sentOnce(20);
  });

  it('meets a Twilio that was down, and a STOP meanwhile', async () => {
    await twilio.fault('drop');
    for (const number of [1, 2]) await queue(phoneOf(number));
    await harness.startHere({ 'texts.send': createTextHandler(sandboxTexts(twilio.url)) });
    await waitUntil('it was tried', async () => {
      const [row] = await em().execute<{ tried: boolean }[]>(
        'select bool_and(attempted_at is not null) as tried from texts',
      );
      return row?.tried === true;
    });
    await stopTexts(em(), phoneOf(2), 'stop', new Date());
    await twilio.reset();
    await ended();
    expect(await rows()).toMatchObject([
      { recipient: phoneOf(1), why: null },
      { recipient: phoneOf(2), sid: null, why: 'stopped' },
    ]);
    expect((await twilio.texts()).map(({ to }) => to)).toEqual([phoneOf(1)]);
  });
});
