import { describe, expect, test } from '@jest/globals';
import { contactFormLimits, contactEnquirySchema } from './contact.ts';
import { newsletterSignUpSchema } from './newsletter.ts';

const enquiry = { name: 'Ann Driver', email: 'ann@example.com', message: 'Hello' };
const accepts = (body: unknown) => contactEnquirySchema.safeParse(body).success;

describe('an enquiry', () => {
  test('is trimmed, and needs no registration', () => {
    const typed = { name: ' Ann Driver ', email: ' ann@example.com ', message: '\nHello ' };
    expect(contactEnquirySchema.parse(typed)).toEqual(enquiry);
    expect(contactEnquirySchema.parse({ ...enquiry, registration: ' ab12 cde ' })).toHaveProperty(
      'registration',
      'ab12 cde',
    );
  });

  test.each([
    ['a blank name', { name: '   ' }],
    ['a blank message', { message: ' \n' }],
    ['a blank registration', { registration: ' ' }],
    ['no address', { email: 'ann at example' }],
    ['an address with a space', { email: 'a nn@example.com' }],
    ['an address with a second line', { email: 'ann@example.com\nBcc: all@example.com' }],
    ['a list for a message', { message: ['Hello'] }],
  ])('is refused with %s', (_, wrong) => {
    expect(accepts({ ...enquiry, ...wrong })).toBe(false);
  });

  test.each(['name', 'message', 'registration'] as const)('limits the length of %s', (field) => {
    expect(accepts({ ...enquiry, [field]: 'x'.repeat(contactFormLimits[field]) })).toBe(true);
    expect(accepts({ ...enquiry, [field]: 'x'.repeat(contactFormLimits[field] + 1) })).toBe(false);
  });
});

test.each([
  [' driver@example.com ', true],
  ['', false],
  ['driver@', false],
  [`${'x'.repeat(250)}@example.com`, false],
  [null, false],
])('the newsletter accepts %j: %s', (email, taken) => {
  expect(newsletterSignUpSchema.safeParse({ email }).success).toBe(taken);
});
