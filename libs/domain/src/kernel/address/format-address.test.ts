import { formatAddress } from './format-address.ts';

test('joins the parts that are not empty', () => {
  const parts = { line_1: '10 Downing Street', line_2: '', line_3: '', post_town: 'LONDON', postcode: 'SW1A 2AA' };
  expect(formatAddress(parts)).toEqual({ ...parts, formatted_address: '10 Downing Street, LONDON, SW1A 2AA' });
});
