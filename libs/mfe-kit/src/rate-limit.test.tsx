import { expect, test } from '@jest/globals';
import { ApiError } from './api.tsx';
import { rateLimitMessage } from './rate-limit.tsx';

const title = 'Too many requests. You can try again in 20 minutes.';

test('only a rate limit has a message with the time to wait', () => {
  expect(rateLimitMessage(new ApiError({ code: 'too-many-requests', title, status: 429 }))).toBe(title);
  expect(rateLimitMessage(new ApiError({ code: 'busy', title, status: 503 }))).toBeNull();
  expect(rateLimitMessage(new Error(title))).toBeNull();
});
