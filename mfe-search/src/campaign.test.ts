import { expect, test } from '@jest/globals';
import { urlWithCampaign } from './campaign.ts';

test('keeps only campaign parameters and the page’s own', () => {
  const search = new URLSearchParams('utm_source=partner&reg=OLD1&utm_medium=email&step=4');
  expect(urlWithCampaign('/report', { reg: 'AB12 CDE' }, search)).toBe(
    '/report?reg=AB12+CDE&utm_source=partner&utm_medium=email',
  );
  expect(urlWithCampaign('/', {}, new URLSearchParams('reg=OLD1'))).toBe('/');
});
