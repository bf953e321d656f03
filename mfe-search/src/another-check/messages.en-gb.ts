export const messages = {
  first: 'Check a vehicle',
  another: 'Check another vehicle',
  label: 'Registration number',
  action: 'Check',
  errors: {
    'too-long': 'A registration number has at most 7 letters and numbers, like AB12 CDE',
    // As in `contracts/errors`, which would add its schemas to the bundle.
    'not-a-registration': 'That is not a UK registration number. Check it and try again.',
  },
} as const;
