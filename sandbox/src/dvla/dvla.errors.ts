import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';

/** Error format A: a list under `errors`, status and code as strings. */
const listed = (status: number, title: string, detail: string): CannedAnswer => ({
  status,
  body: { errors: [{ status: String(status), code: String(status), title, detail }] },
});

export const dvlaBadRequestAnswer = listed(
  400,
  'Bad Request',
  'Invalid format for field - vehicle registration number',
);
export const dvlaNotFoundAnswer = listed(404, 'Vehicle Not Found', 'Record for vehicle not found');
export const dvlaSystemErrorAnswer = listed(500, 'Internal Server Error', 'System Error occurred');
export const dvlaTooManyRequestsAnswer: CannedAnswer = {
  ...listed(429, 'Too Many Requests', 'Too many requests, please try again later'),
  headers: { 'retry-after': '1' },
};

/** Error format B: a plain list, status as a number. */
export const dvlaMaintenanceAnswer: CannedAnswer = {
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
export const dvlaForbiddenAnswer: CannedAnswer = { status: 403, body: { message: 'Forbidden' } };

export const dvlaFaultAnswers: FaultAnswersByMode = {
  'error-500': () => dvlaSystemErrorAnswer,
  'error-503': () => dvlaMaintenanceAnswer,
  'rate-limit': () => dvlaTooManyRequestsAnswer,
  forbidden: () => dvlaForbiddenAnswer,
  'bad-request': () => dvlaBadRequestAnswer,
  'not-found': () => dvlaNotFoundAnswer,
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
