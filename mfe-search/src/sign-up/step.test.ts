import { expect, test } from '@jest/globals';
import { updateSignUpDraft, emptySignUpDraft } from './draft.ts';
import { parametersOfSignUpPosition, readSignUpPosition, signUpPositionToResume } from './step.ts';

const empty = emptySignUpDraft(0);
const person = updateSignUpDraft(empty, { fullName: 'Ann Driver', email: 'ann@example.com' }, 0);
const address = {
  line_1: '1 High Street',
  line_2: '',
  line_3: '',
  post_town: 'LEEDS',
  postcode: 'LS1 1AA',
  formatted_address: '1 High Street, LEEDS, LS1 1AA',
};
const complete = updateSignUpDraft(person, { address }, 0);

test.each([
  ['', 1, ''],
  ['reg=', 1, ''],
  ['reg=%20%20', 1, ''],
  ['reg=ab12%20cde', 2, 'AB12 CDE'],
  ['reg_number=ab12cde', 2, 'AB12CDE'],
  ['reg=&reg_number=ab12cde', 2, 'AB12CDE'],
  ['reg=ab12cde&step=1', 1, 'AB12CDE'],
  ['reg=ab12cde&step=5', 2, 'AB12CDE'],
  ['reg=zzzzzzzzz&step=4', 2, 'ZZZZZZZZZ'],
  ['step=2', 1, ''],
])('%s is step %i with %j', (search, step, typed) => {
  expect(readSignUpPosition(new URLSearchParams(search), complete)).toEqual({ step, typed });
});

test.each([
  ['step=3', empty, 3],
  ['step=4', empty, 3],
  ['step=3', complete, 3],
  ['step=4', person, 3],
  ['step=4', complete, 4],
  ['step=4', { ...complete, email: 'ann@' }, 3],
] as const)('%s opens at the first step with missing details', (search, draft, step) => {
  const position = readSignUpPosition(new URLSearchParams(`reg=AB12CDE&${search}`), draft);
  expect(position).toEqual({ step, typed: 'AB12CDE' });
  expect(readSignUpPosition(new URLSearchParams(parametersOfSignUpPosition(position)), draft)).toEqual(position);
});

test('a stored sign-up resumes at its last step', () => {
  const of = (draft: typeof empty) => signUpPositionToResume({ ...draft, regNumber: draft === empty ? '' : 'AB12CDE' });
  expect(of(empty)).toBeNull();
  expect(of(person)).toEqual({ step: 3, typed: 'AB12CDE' });
  expect(of(complete)).toMatchObject({ step: 4, typed: 'AB12CDE' });
});

test('long input is truncated', () => {
  expect(readSignUpPosition(new URLSearchParams({ reg: 'x'.repeat(100_000) }), empty).typed).toHaveLength(200);
});
