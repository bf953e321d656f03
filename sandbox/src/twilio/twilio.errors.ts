import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';

export const twilioErrorAnswer = (status: number, code: number, message: string): CannedAnswer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

export const twilioNotAuthenticatedAnswer = twilioErrorAnswer(401, 20_003, 'Authenticate');
export const twilioNotFoundAnswer = twilioErrorAnswer(404, 20_404, 'The requested resource was not found');

export const twilioFaultAnswers: FaultAnswersByMode = {
  'error-500': () => twilioErrorAnswer(500, 20_500, 'An internal server error has occurred'),
  'error-503': () => ({ status: 503, body: 'Service Unavailable' }),
  'rate-limit': () => twilioErrorAnswer(429, 20_429, 'Too Many Requests'),
  forbidden: () => twilioNotAuthenticatedAnswer,
  'bad-request': () => twilioErrorAnswer(400, 21_602, 'Message body is required.'),
  'not-found': () => twilioNotFoundAnswer,
  'wrong-shape': () => ({ status: 201, body: { message: { sid: 1 } } }),
};
