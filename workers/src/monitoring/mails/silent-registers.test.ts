import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { mailBuilderOf } from '../../messaging/mails/mail-builders.ts';
import { exampleMailSettings } from '../../messaging/mails/mail-examples.ts';
import { renderEmail } from '../../messaging/mails/render-email.ts';
import { openReminderEnvironment, testCarTaxedUntil } from '../../testing/reminder-environment.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
const em = () => db.orm.em.fork();

it('a register that is down all day delays a reminder by a quarter of an hour, and its mail states when the date was last read', async () => {
  const world = openReminderEnvironment(db.orm, new Date('2027-01-01T12:00:00Z'));
  const ann = await world.join('ann', 'AN11ANN', testCarTaxedUntil('2027-03-15'), { smsOn: true });
  world.travelTo('2027-02-27T10:00:00Z');
  await world.look(ann, 'licensing');
  // Each attempt waits longer, like the queue's retries; no other job calls DVLA before the next day.
  const minutes = [1, 2, 4, 8, 8];
  world.sources.licensing.find = () => {
    world.travelTo(new Date(world.now().getTime() + (minutes.shift() ?? 0) * 60_000).toISOString());
    return Promise.resolve({ state: 'unavailable', reason: 'timeout' });
  };
  world.travelTo('2027-03-01T00:05:00Z');
  await world.look(ann, 'licensing');
  await world.refresh();
  world.travelTo('2027-03-01T09:00:00Z');
  await world.scan();
  minutes.splice(0, Infinity, 1, 2, 4, 8, 0);
  await world.settle();
  const sent = await world.messages();
  expect(sent.map((message) => message.replace(/ 09:\d\d /, ' 09:xx '))).toEqual(
    ['email', 'sms'].map((channel) => `2027-03-01 09:xx ann ${channel} tax 2027-03-15 14`),
  );
  expect(sent.every((message) => message <= '2027-03-01 09:16')).toBe(true);
  const mail = await db.data.one('mails');
  const claimed = { id: mail.id, template: 'reminder', stream: 'reminder', recipient: 'ann@example.com' } as const;
  const content = await mailBuilderOf('reminder')!(
    em(),
    { ...claimed, subjectId: mail.subjectId, claimedUntil: world.now() },
    { settings: exampleMailSettings, now: world.now() },
  );
  if ('skip' in content) throw new Error(content.skip);
  const { text } = await renderEmail(content);
  expect(text).toContain('on 15 March 2027');
  expect(text).toContain('read on 27 February 2027 at 10:00 UK time');
  expect(text).toContain('has not responded since then');
});
