import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';

/** Error format A: a list under `errors`, status and code as strings. */
const listed = (status: number, title: string, detail: string): CannedAnswer => ({
  status,
  body: { errors: [{ status: String(status), code: String(status), title, detail }] },
});

export const dvlaBadRequest = listed(400, 'Bad Request', 'Invalid format for field - vehicle registration number');
export const dvlaNotFound = listed(404, 'Vehicle Not Found', 'Record for vehicle not found');
export const dvlaSystemError = listed(500, 'Internal Server Error', 'System Error occurred');
export const dvlaTooManyRequests: CannedAnswer = {
  ...listed(429, 'Too Many Requests', 'Too many requests, please try again later'),
  headers: { 'retry-after': '1' },
};

/** Error format B: a plain list, status as a number. */
export const dvlaMaintenance: CannedAnswer = {
  status: 503,
  body: [
    {
      status: 503,
      title: 'System currently down for maintenance',
      detail: 'The service is currently down for maintenance, please contact support for more information',
    },
  ],
};

/** Error format C: the gateway's own. */
export const dvlaForbidden: CannedAnswer = { status: 403, body: { message: 'Forbidden' } };

export const dvlaFaults: FaultAnswersByMode = {
  'error-500': () => dvlaSystemError,
  'error-503': () => dvlaMaintenance,
  'rate-limit': () => dvlaTooManyRequests,
  forbidden: () => dvlaForbidden,
  'bad-request': () => dvlaBadRequest,
  'not-found': () => dvlaNotFound,
  'wrong-shape': ({ registration }) => ({
    status: 200,
    body: {
      registrationNumber: registration ?? 7,
      taxStatus: ['Taxed'],
      yearOfManufacture: 'new',
      make: { name: 'FORD' },
    },
  }),
};
