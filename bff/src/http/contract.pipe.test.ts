import { registrationField } from '@ve/contracts/registration-field';
import { ProblemError } from '@ve/app/kernel/problem-error';
import * as z from 'zod/mini';
import { parseWithSchema } from './contract.pipe.ts';

const schema = z.object({
  plate: registrationField,
  inner: z.optional(z.object({ other: z.optional(registrationField) })),
});

const problemOf = (value: unknown): unknown => {
  try {
    parseWithSchema(schema, value);
    return null;
  } catch (error) {
    return error instanceof ProblemError ? error.code : error;
  }
};

it.each([
  [{}, 'registration-required'],
  [{ plate: 7 }, 'registration-required'],
  [{ plate: ' - ' }, 'registration-required'],
  [{ plate: 'not a plate' }, 'registration-invalid'],
  [{ plate: 'x'.repeat(401) }, 'registration-invalid'],
  [{ plate: 'AB12 CDE', inner: { other: '' } }, 'registration-required'],
  [{ plate: '', inner: { other: '' } }, 'request-invalid'],
  [{ plate: 'AB12 CDE', inner: 5 }, 'request-invalid'],
  ['', 'request-invalid'],
])('the field’s own problem code is used for %j, under any name', (value, code) => {
  expect(problemOf(value)).toBe(code);
});

it('passes on the parsed value, not the raw one', () => {
  expect(parseWithSchema(schema, { plate: 'ab12 cde', more: 1 })).toEqual({ plate: 'AB12CDE' });
});
