import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';

const coded = (
  status: number,
  body: { code: number; message: string; suggestions?: readonly string[] },
): CannedAnswer => ({
  status,
  body,
});
const explained = (status: number, code: number, message: string): CannedAnswer =>
  coded(status, {
    code,
    message: `${message} For more information see http://ideal-postcodes.co.uk/documentation/response-codes#${code}`,
  });

export const idealPostcodesInvalidKeyAnswer = explained(401, 4010, 'Invalid Key.');
export const idealPostcodesBalanceDepletedAnswer = explained(402, 4020, 'Key balance depleted.');
export const idealPostcodesLimitReachedAnswer = explained(402, 4021, 'Lookup Limit Reached.');
export const idealPostcodesNotFoundAnswer = (suggestions: readonly string[] = []): CannedAnswer =>
  coded(404, { code: 4040, message: 'Postcode Not Found', suggestions });
export const idealPostcodesNoSuchKeyAnswer = explained(404, 4042, 'Key Not Found.');
export const idealPostcodesNoSuchPageAnswer: CannedAnswer = { status: 404, body: { message: 'Not Found' } };
/** The response beyond thirty requests a second from one address; its body is not documented. */
export const idealPostcodesTooManyRequestsAnswer: CannedAnswer = {
  status: 503,
  body: { message: 'Service Unavailable' },
};

export const idealPostcodesFaultAnswers: FaultAnswersByMode = {
  'error-500': () => ({ status: 500, body: { message: 'Internal Server Error' } }),
  'error-503': () => idealPostcodesTooManyRequestsAnswer,
  // The daily limit; the limit per second responds with 503.
  'rate-limit': () => idealPostcodesLimitReachedAnswer,
  forbidden: () => idealPostcodesInvalidKeyAnswer,
  'bad-request': () => ({ status: 400, body: { message: 'Bad Request' } }),
  'not-found': () => idealPostcodesNotFoundAnswer(),
  'wrong-shape': () => ({ status: 200, body: { result: { line_1: ['10 Downing Street'] }, code: 2000 } }),
};
