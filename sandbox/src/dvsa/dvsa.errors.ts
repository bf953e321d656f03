import { randomUUID } from 'node:crypto';
import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';

const codes = {
  'MOTH-BR-01': [400, 'Bad request'],
  'MOTH-IV-03': [400, 'The format of the VRM is invalid'],
  'MOTH-UA-01': [401, 'Authorisation failed'],
  'MOTH-FB-01': [403, 'You do not have permission to access this resource'],
  'MOTH-FB-02': [403, 'The access token has expired'],
  'MOTH-FB-03': [403, 'The API key is not recognised'],
  'MOTH-FB-04': [403, 'The access token is missing'],
  'MOTH-NF-01': [404, 'Vehicle not found'],
  'MOTH-NF-02': [404, 'The URL was not found'],
  'MOTH-RL-02': [429, 'Too many requests in a short time'],
  'MOTH-UN-01': [500, 'An unknown error occurred'],
} as const satisfies Record<string, readonly [number, string]>;

/** An error of the MOT History API, with its documented status. */
export const dvsaErrorAnswer = (code: keyof typeof codes): CannedAnswer => ({
  status: codes[code][0],
  body: { requestId: randomUUID(), errorCode: code, errorMessage: codes[code][1] },
});

export const dvsaFaultAnswers: FaultAnswersByMode = {
  'error-500': () => dvsaErrorAnswer('MOTH-UN-01'),
  'error-503': () => ({ status: 503, body: { message: 'Service Unavailable' } }),
  'rate-limit': () => ({ ...dvsaErrorAnswer('MOTH-RL-02'), headers: { 'retry-after': '1' } }),
  forbidden: () => dvsaErrorAnswer('MOTH-FB-01'),
  'bad-request': () => dvsaErrorAnswer('MOTH-BR-01'),
  'not-found': () => dvsaErrorAnswer('MOTH-NF-01'),
  'wrong-shape': ({ registration }) => ({
    status: 200,
    body: { registration, make: 4, motTests: { completedDate: 'yesterday', testResult: 'MAYBE' } },
  }),
};
