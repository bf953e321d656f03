import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import { fullCheckFixture } from '../testing/full-checks.ts';
import { vehicleRecordFixture, type VehicleRecordSetup } from '../testing/vehicle-records.ts';
import { matchVin } from './match-vin.ts';

const match = (
  typed: string,
  last5: string | null,
  setup: VehicleRecordSetup = {},
  fullCheck: FullCheck | null = null,
) => matchVin(typed, vehicleRecordFixture({ ...setup, specification: { vinLast5: last5 } }), fullCheck);

describe('the last five of a VIN', () => {
  test.each([
    ['A1B2C', 'match'],
    ['a1b2c', 'match'],
    [' a1 b2-c ', 'match'],
    ['\u200bA1B2C\u202c', 'match'],
    ['Ａ１Ｂ２Ｃ', 'match'],
    ['WF0AXXGCDA1BA1B2C', 'match'],
    ['A1B2D', 'differs'],
    ['WF0AXXGCDA1BA1B2D', 'differs'],
    ['', 'incomplete'],
    ['   ', 'incomplete'],
    ['A1B2', 'incomplete'],
    ['A1B2CD', 'incomplete'],
    ['A1B2C3D4E5F6G7H8I9', 'incomplete'],
    ['A1B2_', 'incomplete'],
    ['<b>A1', 'incomplete'],
    ['👩‍🔧🚗', 'incomplete'],
  ])('%j against A1B2C is %s', (typed, state) => {
    expect(match(typed, 'A1B2C').state).toBe(state);
  });

  test('a difference advises not to pay, and whom to ask', () => {
    expect(match('A1B2D', 'A1B2C')).toMatchObject({
      words: 'You typed A1B2D; the record says A1B2C.',
      hint: expect.stringMatching(/^Do not pay yet\./),
      source: 'UKVD',
    });
  });

  test.each([
    ['O', '0'],
    ['I', '1'],
    ['Q', '0'],
  ])('%s is pointed out, never taken for %s', (letter, digit) => {
    const typed = `A1B2${letter}`;
    const found = match(typed, `A1B2${digit}`);
    expect(found).toMatchObject({
      state: 'incomplete',
      typed,
      words: `VINs since 1981 have no I, O or Q. You typed ${letter}.`,
    });
    expect(found.hint).toContain(`the digit ${digit}`);
  });

  test('before 1981 these letters are valid', () => {
    const old: VehicleRecordSetup = { testing: { registrationDate: '1965-01-01', firstUsedDate: '1965-01-01' } };
    const at = (typed: string, last5: string) =>
      matchVin(
        typed,
        vehicleRecordFixture({ ...old, specification: { vinLast5: last5, dateFirstRegistered: null } }),
        null,
      ).state;
    expect(at('OI123', 'OI123')).toBe('match');
    expect(at('OI124', 'OI123')).toBe('differs');
  });

  test.each([null, '', 'LICENSE_RESTRICTED', '1234', 'A1 2B', 'A1B2*'])(
    'a record with %j cannot be compared',
    (last5) => {
      expect(match('12345', last5)).toMatchObject({
        state: 'not-available',
        words: 'UK Vehicle Data’s record does not say.',
      });
    },
  );

  test('the full check is used if the record has none, and a contradiction is not a match', () => {
    const fullCheck = fullCheckFixture({ vdi: { vinLast5: 'A1B2C' } });
    expect(match('A1B2C', null, {}, fullCheck).state).toBe('match');
    expect(match('A1B2C', 'A1B2C', {}, fullCheck).state).toBe('match');
    for (const typed of ['A1B2C', 'X9X9X']) {
      const found = match(typed, 'X9X9X', {}, fullCheck);
      expect(found.state).toBe('differs');
      expect(found.words).toContain('the vehicle record ends in X9X9X, the full check in A1B2C');
    }
  });

  test('matches exactly the record’s value, for any input', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-HJ-NPR-Z0-9]{5}$/),
        fc.string({ unit: 'binary', maxLength: 20 }),
        (last5, typed) => {
          expect(match(last5.toLowerCase(), last5).state).toBe('match');
          const other = match(typed, last5);
          expect(other.state === 'match').toBe(other.typed === last5);
        },
      ),
    );
  });
});
