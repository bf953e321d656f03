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

export const invalidKeyAnswer = explained(401, 4010, 'Invalid Key.');
export const urlNotAllowedAnswer = explained(401, 4011, 'Requesting URL not on whitelist.');
export const balanceDepletedAnswer = explained(402, 4020, 'Key balance depleted.');
export const limitReachedAnswer = explained(402, 4021, 'Lookup Limit Reached.');
export const postcodeNotFoundAnswer = (suggestions: readonly string[] = []): CannedAnswer =>
  coded(404, { code: 4040, message: 'Postcode Not Found', suggestions });
export const noSuchPageAnswer: CannedAnswer = { status: 404, body: { message: 'Not Found' } };
/** The response beyond thirty requests a second from one address; its body is not documented. */
export const tooManyRequestsAnswer: CannedAnswer = { status: 503, body: { message: 'Service Unavailable' } };

export const idealPostcodesFaults: FaultAnswersByMode = {
  'error-500': () => ({ status: 500, body: { message: 'Internal Server Error' } }),
  'error-503': () => tooManyRequestsAnswer,
  // The daily limit; the limit per second responds with 503.
  'rate-limit': () => limitReachedAnswer,
  forbidden: () => invalidKeyAnswer,
  'bad-request': () => ({ status: 400, body: { message: 'Bad Request' } }),
  'not-found': () => postcodeNotFoundAnswer(),
  'wrong-shape': () => ({ status: 200, body: { result: { line_1: ['10 Downing Street'] }, code: 2000 } }),
};
