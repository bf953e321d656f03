import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';

export const twilioError = (status: number, code: number, message: string): CannedAnswer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

export const twilioNotAuthenticated = twilioError(401, 20_003, 'Authenticate');
export const twilioNotFound = twilioError(404, 20_404, 'The requested resource was not found');

export const twilioFaults: FaultAnswersByMode = {
  'error-500': () => twilioError(500, 20_500, 'An internal server error has occurred'),
  'error-503': () => ({ status: 503, body: 'Service Unavailable' }),
  'rate-limit': () => twilioError(429, 20_429, 'Too Many Requests'),
  forbidden: () => twilioNotAuthenticated,
  'bad-request': () => twilioError(400, 21_602, 'Message body is required.'),
  'not-found': () => twilioNotFound,
  'wrong-shape': () => ({ status: 201, body: { message: { sid: 1 } } }),
};
