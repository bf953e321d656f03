import { type CheckAllowance, checksLeftText } from './checks-left-text.ts';

const at = '2036-12-22T23:30:00.000Z';
const planned = { pence: 890, at, timing: 'planned' } as const;
const active: CheckAllowance = { state: 'active', credits: 1, nextCheck: 'now', nextCharge: planned, endsAt: null };

test.each<[string, Partial<CheckAllowance>, string | null]>([
  ['a check to use', {}, '1 full check left. Next: 22 December 2036.'],
  ['a used check', { credits: 0, nextCheck: 'with-charge' }, 'No full check left. Next: 22 December 2036.'],
  ['several checks', { credits: 2 }, '2 full checks left. Next: 22 December 2036.'],
  ['a trial', { state: 'trial', credits: 0, nextCheck: 'with-charge' }, 'No full check yet. First: 22 December 2036.'],
  [
    'a charge that is being taken',
    { state: 'charge-due', credits: 0, nextCheck: 'with-charge', nextCharge: { ...planned, timing: 'due' } },
    'No full check yet. The next comes with the payment that is due.',
  ],
  [
    'an unpaid period',
    { state: 'past-due', credits: 0, nextCheck: 'when-paid' },
    'No full check left. The next comes as soon as you pay.',
  ],
  ['a cancelled one with a check', { nextCharge: null, endsAt: at }, '1 full check left. Use it by 22 December 2036.'],
  ['a cancelled one without', { credits: 0, nextCheck: null, nextCharge: null, endsAt: at }, 'No full check left.'],
  ['an ended one', { state: 'cancelled', credits: 0, nextCheck: null, nextCharge: null, endsAt: at }, null],
  ['none', { state: 'none', credits: 0, nextCheck: null, nextCharge: null }, null],
])('%s', (_, changes, text) => {
  expect(checksLeftText({ ...active, ...changes })).toBe(text);
});
