import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { fieldProblems } from './field-problems.ts';
import { registrationField } from './registration-field.ts';

describe('a registration', () => {
  test.each([
    ['ab12 cde', 'AB12CDE'],
    ['  Ab-12\tcDe \n', 'AB12CDE'],
  ])('%j is parsed as %s', (typed, read) => {
    expect(registrationField.parse(typed)).toBe(read);
  });

  test.each(['', ' - ', 'AB12 CDEF', 'not a plate', 'x'.repeat(401), null, undefined, ['AB12CDE']])(
    'is not %j',
    (typed) => {
      expect(registrationField.safeParse(typed).success).toBe(false);
    },
  );

  test('keeps its problem codes under any field name', () => {
    const body = z.object({ plate: registrationField });
    expect(fieldProblems.get(body.shape.plate)).toEqual({
      missing: 'registration-required',
      wrong: 'registration-invalid',
    });
  });
});
