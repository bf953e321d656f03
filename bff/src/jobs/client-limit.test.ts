import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { consumeClientLimit } from '@ve/app/jobs/client-limit';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const now = new Date('2026-03-01T10:00:00.000Z');
const limit = { name: 'sign-in', perHour: 2 };
const refused = { code: 'too-many-requests', options: { retryAfterSeconds: 1_800 } };

it('a use is returned when its transaction rolls back, and stays counted outside of one', async () => {
  const em = db.orm.em.fork();
  for (let time = 0; time < 5; time += 1) {
    const failing = em.transactional(async (transaction) => {
      await consumeClientLimit(transaction, { limit, client: 'mails' }, now);
      throw new Error('the mail was not queued');
    });
    await expect(failing).rejects.toThrow('the mail was not queued');
  }
  for (let time = 0; time < 2; time += 1) {
    await consumeClientLimit(em, { limit, client: 'guesses' }, now);
    const failing = em.transactional(() => Promise.reject(new Error('a wrong password')));
    await expect(failing).rejects.toThrow('a wrong password');
  }
  await expect(consumeClientLimit(em, { limit, client: 'guesses' }, now)).rejects.toMatchObject(refused);
});
