import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RegistrationEra } from './eras.ts';
import { formatRegistration } from './format-registration.ts';
import { lookalikeRegistrations, parseRegistration } from './parse-registration.ts';

const plates: [string, RegistrationEra, string][] = [
  ['AB12CDE', 'current', 'AB12 CDE'],
  ['AA19AAA', 'current', 'AA19 AAA'],
  ['ER19BAD', 'current', 'ER19 BAD'],
  ['SL02WLY', 'current', 'SL02 WLY'],
  ['L2WPS', 'prefix', 'L2 WPS'],
  ['A123BCD', 'prefix', 'A123 BCD'],
  ['Y1ABC', 'prefix', 'Y1 ABC'],
  ['Q123ABC', 'q', 'Q123 ABC'],
  ['ABC123D', 'suffix', 'ABC 123D'],
  ['PNY1K', 'suffix', 'PNY 1K'],
  ['AIZ1234', 'northern-ireland', 'AIZ 1234'],
  ['IZ12', 'northern-ireland', 'IZ 12'],
  ['1234AZ', 'northern-ireland', '1234 AZ'],
  ['9999AIZ', 'northern-ireland', '9999 AIZ'],
  ['A1', 'dateless', 'A 1'],
  ['1A', 'dateless', '1 A'],
  ['ABC123', 'dateless', 'ABC 123'],
  ['123ABC', 'dateless', '123 ABC'],
  ['1234AB', 'dateless', '1234 AB'],
  ['AB1234', 'dateless', 'AB 1234'],
  ['101D234', 'diplomatic', '101 D 234'],
  ['101X234', 'diplomatic', '101 X 234'],
  ['12345', 'trade', '12345'],
  ['AB12CD', 'military', 'AB 12 CD'],
  ['12AB34', 'military', '12 AB 34'],
];

const plate = fc.constantFrom(...plates.map(([registration]) => registration));
const anyPlate = fc.oneof(
  plate,
  ...[
    /^[A-HJ-PR-Y]{2}(0[2-9]|[1-4][0-9]|5[1-9])[A-HJ-PR-Z]{3}$/,
    /^[A-HJ-NPR-TV-Y][1-9][0-9]{0,2}[A-Z]{3}$/,
    /^[A-Z]{3}[1-9][0-9]{0,2}[A-HJ-NPR-TV-Y]$/,
    /^Q[1-9][0-9]{0,2}[A-Z]{3}$/,
    /^[0-9]{1,4}[A-Z]{1,2}$/,
    /^[A-Z]{1,3}[0-9]{1,3}$/,
  ].map((pattern) => fc.stringMatching(pattern)),
);

describe('parsing a registration', () => {
  test.each(plates)('%s is %s', (registration, era) => {
    expect(parseRegistration(registration)).toEqual({ ok: true, registration, era });
  });

  test.each([
    ['ab12 cde', 'AB12CDE'],
    ['  Ab-12\tcDe \n', 'AB12CDE'],
    ['ab12\u00a0cde', 'AB12CDE'],
    ['AB12–CDE', 'AB12CDE'],
  ])('%j is parsed as %s', (typed, registration) => {
    expect(parseRegistration(typed)).toMatchObject({ ok: true, registration });
  });

  test.each([
    ['', 'blank'],
    ['  \t-\u2014 ', 'blank'],
    ['AB12 CDEF', 'too-long'],
    ['A'.repeat(200), 'too-long'],
    ["'; drop table vehicles; --", 'too-long'],
    ['<script>', 'too-long'],
    ['AB00CDE', 'not-a-registration'],
    ['AB01CDE', 'not-a-registration'],
    ['AB50CDE', 'not-a-registration'],
    ['QB12CDE', 'not-a-registration'],
    ['ABCDEFG', 'not-a-registration'],
    ['1234567', 'not-a-registration'],
    ['A', 'not-a-registration'],
    ['A0BCD', 'not-a-registration'],
    ['A01BCD', 'not-a-registration'],
    ['A012BCD', 'not-a-registration'],
    ['ABC0D', 'not-a-registration'],
    ['ABC01D', 'not-a-registration'],
    ['ABC012D', 'not-a-registration'],
    ['Q012ABC', 'not-a-registration'],
    ["A'1", 'not-a-registration'],
    ['AB12ÇDE', 'not-a-registration'],
    ['ＡＢ１２', 'not-a-registration'],
    ['🚗🚗', 'not-a-registration'],
    ['🚗🚗🚗🚗🚗🚗🚗', 'not-a-registration'],
    ['stra\u00dfe', 'not-a-registration'],
  ])('%j is %s', (typed, reason) => {
    expect(parseRegistration(typed)).toEqual({ ok: false, reason });
  });

  test('never throws, and what it accepts is 2 to 7 plain letters and digits', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 12 })), (typed) => {
        const parsed = parseRegistration(typed);
        if (parsed.ok) expect(parsed.registration).toMatch(/^[A-Z0-9]{2,7}$/);
      }),
      { numRuns: 500 },
    );
  });

  test('formatting and parsing are inverse', () => {
    fc.assert(
      fc.property(anyPlate, (registration) => {
        expect(parseRegistration(formatRegistration(registration).toLowerCase())).toMatchObject({
          ok: true,
          registration,
        });
      }),
    );
  });
});

describe('spacing', () => {
  test.each(plates)('%s (%s) is written %s', (registration, _era, spaced) => {
    expect(formatRegistration(registration)).toBe(spaced);
  });

  test('text that is not a plate is left unchanged', () => {
    expect(formatRegistration('NOTAPLATE')).toBe('NOTAPLATE');
  });
});

describe('lookalikes', () => {
  test('offers the plate that was probably meant, closest first', () => {
    expect(lookalikeRegistrations('ABI2CDE')).toEqual(['AB12CDE']);
    expect(lookalikeRegistrations('abi2 cde')).toEqual(['AB12CDE']);
    expect(lookalikeRegistrations('A8O1CDE')).toEqual(['A801CDE']);
    expect(lookalikeRegistrations('AB22CDE')).toEqual([]);
    expect(lookalikeRegistrations('AO1O')[0]).toBe('AO10');
  });

  test('each is a valid registration that differs from the typed one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[OI01A-C2]{1,7}$/), (typed) => {
        for (const other of lookalikeRegistrations(typed)) {
          expect(parseRegistration(other).ok).toBe(true);
          expect(other).not.toBe(typed);
          expect(other.replaceAll('O', '0').replaceAll('I', '1')).toBe(typed.replaceAll('O', '0').replaceAll('I', '1'));
        }
      }),
    );
  });
});
