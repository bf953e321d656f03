import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { saveProfile } from '@ve/data/membership/profile/profile.repository';
import { clearTables } from '@ve/data/testing/clear-tables';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { issuePhoneCode, redeemPhoneCode, requestPhoneCode } from './phone-codes.ts';
import { readPhoneState, savePhoneNumber } from '@ve/data/membership/phone/phone.repository';
import { recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase(12);
});
afterAll(() => db.close());
beforeEach(() => clearTables(em(), 'users', 'text_opt_outs'));

const em = () => db.orm.em.fork();
const at = (minutes: number) => new Date(Date.parse('2026-03-01T10:00:00Z') + minutes * 60_000);
const phone = '+447700900123';
const other = '+447700900456';

const addUser = async (email: string, { customer = true } = {}): Promise<string> => {
  const user = await db.data.add('users', { email }, at(0));
  const id = user.id;
  if (customer) {
    await db.data.add('customers', { userId: id, name: 'Dana', email }, at(0));
  }
  return id;
};
const ask = (userId: string, number: string, minutes = 0) =>
  em().transactional((own) => requestPhoneCode(own, { userId, phone: number }, at(minutes)));
const redeem = (userId: string, code: string, minutes = 1) =>
  em().transactional((own) => redeemPhoneCode(own, { userId, code }, at(minutes)));
/** Issues a code that was sent. */
const codeFor = async (userId: string, number: string, minutes = 0) =>
  issuePhoneCode(em(), (await ask(userId, number, minutes)) ?? '');
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a number', () => {
  it('is stored for a customer only, and has to be confirmed again when it changes', async () => {
    const dana = await addUser('dana@example.com');
    expect(await readPhoneState(em(), dana)).toBeNull();
    expect(await savePhoneNumber(em(), dana, phone)).toBe(true);
    expect(await readPhoneState(em(), dana)).toEqual({ number: phone, state: 'confirm' });
    expect(await redeem(dana, await codeFor(dana, phone))).toEqual({ outcome: 'confirmed' });
    await savePhoneNumber(em(), dana, phone);
    expect(await readPhoneState(em(), dana)).toEqual({ number: phone, state: 'confirmed' });
    await savePhoneNumber(em(), dana, other);
    expect(await readPhoneState(em(), dana)).toEqual({ number: other, state: 'confirm' });
    expect(await savePhoneNumber(em(), await addUser('new@example.com', { customer: false }), phone)).toBe(false);
  });

  it.each([
    [phone, { number: phone, state: 'confirmed' }],
    [other, { number: other, state: 'confirm' }],
    [null, null],
  ])('stays confirmed in the profile when it is the same: %s', async (saved, expected) => {
    const dana = await addUser('dana@example.com');
    await savePhoneNumber(em(), dana, phone);
    await redeem(dana, await codeFor(dana, phone));
    const profile = { name: 'Dana D', address: null, postcode: null, phone: saved };
    await em().transactional((own) => saveProfile(own, { userId: dana, profile }, at(2)));
    expect(await readPhoneState(em(), dana)).toEqual(expected);
  });

  it.each([
    ['stop', 'stopped'],
    ['landline', 'unreachable'],
  ] as const)('with a stop of %s is %s', async (reason, state) => {
    const dana = await addUser('dana@example.com');
    await savePhoneNumber(em(), dana, phone);
    await recordTextOptOut(em(), { phone, reason }, at(0));
    expect(await readPhoneState(em(), dana)).toEqual({ number: phone, state });
  });
});

describe('codes', () => {
  it('are limited to three a day per account for any number, and per number for any account', async () => {
    const [dana, eve] = [await addUser('dana@example.com'), await addUser('eve@example.com')];
    const requests = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(dana, n % 2 === 0 ? phone : other)));
    expect(requests.filter((id) => id !== null)).toHaveLength(3);
    const ofPhone = await Promise.all(Array.from({ length: 6 }, () => ask(eve, phone)));
    const already = await db.data.count('phone_codes', { phone, userId: dana });
    expect(ofPhone.filter((id) => id !== null)).toHaveLength(3 - already);
    expect(await ask(dana, phone, 24 * 60 + 1)).not.toBeNull();
  });

  it('are the same when a text is built again, and stored as a hash', async () => {
    const dana = await addUser('dana@example.com');
    const id = (await ask(dana, phone)) ?? '';
    const [first, second] = [await issuePhoneCode(em(), id), await issuePhoneCode(em(), id)];
    expect(first).toMatch(/^[0-9]{6}$/);
    expect(second).toBe(first);
    expect(JSON.stringify(await db.data.all('phone_codes'))).not.toContain(`"${first}"`);
  });

  it('are valid for ten minutes, five tries, once, and only for the number they were sent to', async () => {
    const dana = await addUser('dana@example.com');
    await savePhoneNumber(em(), dana, phone);
    const code = await codeFor(dana, phone);
    expect(await redeem(dana, code, 10)).toEqual({ outcome: 'expired' });
    const tries = [];
    for (let count = 0; count < 4; count += 1) tries.push(await redeem(dana, wrong(code)));
    expect(tries.map((tried) => 'triesLeft' in tried && tried.triesLeft)).toEqual([4, 3, 2, 1]);
    await savePhoneNumber(em(), dana, other);
    expect(await redeem(dana, code)).toEqual({ outcome: 'expired' });
    await savePhoneNumber(em(), dana, phone);
    expect(await redeem(dana, wrong(code))).toEqual({ outcome: 'wrong', triesLeft: 0 });
    expect(await redeem(dana, code)).toEqual({ outcome: 'expired' });
    const next = await codeFor(dana, phone, 2);
    const both = await Promise.all([redeem(dana, next, 3), redeem(dana, next, 3)]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['confirmed', 'expired']);
  });

  it('of another account confirm nothing', async () => {
    const [dana, eve] = [await addUser('dana@example.com'), await addUser('eve@example.com')];
    for (const userId of [dana, eve]) await savePhoneNumber(em(), userId, phone);
    const code = await codeFor(dana, phone);
    expect(await redeem(eve, code)).toEqual({ outcome: 'expired' });
    expect(await readPhoneState(em(), eve)).toMatchObject({ state: 'confirm' });
  });
});
