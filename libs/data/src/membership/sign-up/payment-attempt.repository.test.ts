import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { maxConfirmationsPerPaymentAttempt, maxSignUpPaymentDeclines } from '@ve/domain/membership/sign-up-limits';
import { clearTables } from '../../testing/clear-tables.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { insertTestSignUp } from '../../testing/sign-ups.ts';
import {
  releasePaymentConfirmation,
  beginSignUpPaymentAttempt,
  reconfirmPayment,
  takeOverPaymentConfirmation,
  resolvePaymentConfirmation,
} from './payment-attempt.repository.ts';
import { abandonSignUp, findSignUp } from './sign-up.repository.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let signUpId: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  await clearTables(em(), 'sign_ups', 'consents');
  signUpId = await insertTestSignUp(em(), { paymentIntentId: 'pi_1' });
});

const em = () => db.orm.em.fork();
const start = new Date('2026-03-01T10:00:00.000Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
const lease = (seconds = 0) => ({ now: at(seconds), until: at(seconds + 15) });
const begin = (token: string, seconds = 0) => beginSignUpPaymentAttempt(em(), { signUpId, token }, lease(seconds));
const resume = (token: string | null, seconds: number) =>
  takeOverPaymentConfirmation(em(), { signUpId, token, since: at(seconds - 600) }, lease(seconds));

describe('an attempt', () => {
  it('is started by one of many concurrent calls, and counted once', async () => {
    const begun = await Promise.all(Array.from({ length: 20 }, (_, n) => begin(`ctoken_${n}`)));
    expect(begun.filter((each) => each !== null)).toEqual([
      { signUpId, attempt: 1, confirmation: 1, token: expect.stringMatching(/^ctoken_/) },
    ]);
    expect(await findSignUp(em(), signUpId)).toMatchObject({ paymentAttempts: 1, confirmationLeaseUntil: at(15) });
  });

  it('is not started with the token of the latest one, nor more than five times', async () => {
    for (let attempt = 1; attempt <= maxSignUpPaymentDeclines; attempt += 1) {
      const begun = await begin(`ctoken_${attempt}`);
      expect(begun).toMatchObject({ attempt, confirmation: 1 });
      expect(await resolvePaymentConfirmation(em(), begun!)).toBe(true);
      expect(await begin(`ctoken_${attempt}`)).toBeNull();
    }
    expect(await begin('ctoken_6')).toBeNull();
  });

  it('is not started once the sign-up has ended', async () => {
    await abandonSignUp(em(), signUpId, start);
    expect(await begin('ctoken_1')).toBeNull();
  });

  it('is rolled back with its transaction', async () => {
    const refused = em().transactional(async (transaction) => {
      await beginSignUpPaymentAttempt(transaction, { signUpId, token: 'ctoken_1' }, lease());
      throw new Error('beyond a limit');
    });
    await expect(refused).rejects.toThrow('beyond a limit');
    expect(await findSignUp(em(), signUpId)).toMatchObject({ paymentAttempts: 0, confirmationToken: null });
  });
});

describe('a confirmation whose caller never reported back', () => {
  it('is taken over by one caller when its lease has ended, as the same confirmation', async () => {
    await begin('ctoken_1');
    expect(await resume('ctoken_1', 14)).toBeNull();
    expect(await resume('ctoken_other', 16)).toBeNull();
    const taken = await Promise.all([resume('ctoken_1', 16), resume(null, 16)]);
    expect(taken.filter((each) => each !== null)).toEqual([
      { signUpId, attempt: 1, confirmation: 1, token: 'ctoken_1' },
    ]);
  });

  it('is taken over immediately when its caller reports that it has no result', async () => {
    const begun = await begin('ctoken_1');
    expect(await releasePaymentConfirmation(em(), begun!, at(1))).toBe(true);
    expect(await resume(null, 1)).toEqual(begun);
  });

  it('is not taken over after ten minutes, or once its result is known', async () => {
    const begun = await begin('ctoken_1');
    expect(await resume(null, 601)).toBeNull();
    expect(await resolvePaymentConfirmation(em(), begun!)).toBe(true);
    expect(await resolvePaymentConfirmation(em(), begun!)).toBe(false);
    expect(await resume(null, 20)).toBeNull();
  });

  it('is replaced by another card, and then its late result changes nothing', async () => {
    const first = await begin('ctoken_1');
    const second = await begin('ctoken_2', 16);
    expect(second).toMatchObject({ attempt: 2 });
    expect(await resolvePaymentConfirmation(em(), first!)).toBe(false);
    expect(await findSignUp(em(), signUpId)).toMatchObject({ confirmationLeaseUntil: at(31) });
  });
});

describe('after the bank’s authentication', () => {
  it('the attempt is confirmed again, a few times at most, and never twice at the same time', async () => {
    expect(await reconfirmPayment(em(), signUpId, lease())).toBeNull();
    await resolvePaymentConfirmation(em(), (await begin('ctoken_1'))!);
    for (let confirmation = 2; confirmation <= maxConfirmationsPerPaymentAttempt; confirmation += 1) {
      const both = await Promise.all([0, 1].map(() => reconfirmPayment(em(), signUpId, lease())));
      const [again, ...others] = both.filter((each) => each !== null);
      expect([again, others]).toEqual([{ signUpId, attempt: 1, confirmation, token: 'ctoken_1' }, []]);
      await resolvePaymentConfirmation(em(), again!);
    }
    expect(await reconfirmPayment(em(), signUpId, lease())).toBeNull();
    expect(await findSignUp(em(), signUpId)).toMatchObject({ paymentAttempts: 1 });
  });
});
