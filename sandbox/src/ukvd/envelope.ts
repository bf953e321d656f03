import { randomUUID } from 'node:crypto';
import type { CannedAnswer, FaultAnswersByMode, VendorCallWithFault } from '../vendors/vendor.types.ts';

const statusMessages = {
  Success: 'Success',
  ItemNotFound: 'Item not found',
  InformationNotAvailable: 'Information not available',
  KeyInvalid: 'Key invalid',
  InformationTemporarilyUnavailable: 'Information temporarily unavailable',
  ServiceUnavailable: 'Service unavailable',
  Failure: 'Failure',
  InvalidPackageId: 'Invalid package id',
} as const;
export type UkvdStatusCode = keyof typeof statusMessages;

/** The envelope of every package; business outcomes are in it, with HTTP 200. */
export function ukvdEnvelopeOf(
  call: VendorCallWithFault,
  { statusCode, dataItems, status = 200 }: { statusCode: UkvdStatusCode; dataItems: unknown; status?: number },
): CannedAnswer {
  const outcome = { StatusCode: statusCode, StatusMessage: statusMessages[statusCode] };
  return {
    status,
    body: {
      Request: {
        RequestGuid: randomUUID(),
        PackageId: call.asked,
        PackageVersion: 1,
        ResponseVersion: 2,
        DataKeys: { Vrm: call.registration },
        ApiKeyId: '00000000-0000-4000-8000-000000000000',
      },
      Response: {
        ...outcome,
        StatusInformation: { Lookup: { ...outcome, AdviceTextList: [] } },
        DataItems: dataItems,
      },
    },
  };
}

const authenticationFailure = (status: number, description: string): CannedAnswer => ({
  status,
  body: {
    Message: 'Authorization has been denied for this request.',
    AuthenticationFailureDetails: { Description: description },
  },
});

export const ukvdUnauthorisedAnswer = authenticationFailure(401, 'The API key is missing or not recognised.');

/** Faults in the envelope of the requested package, where the vendor documents one. */
export const ukvdFaultAnswers: FaultAnswersByMode = {
  'error-500': (call) => ukvdEnvelopeOf(call, { statusCode: 'Failure', dataItems: null, status: 500 }),
  'error-503': (call) => ukvdEnvelopeOf(call, { statusCode: 'ServiceUnavailable', dataItems: null }),
  'rate-limit': () => ({
    status: 429,
    body: { Message: 'The request limit of this key was reached.' },
    headers: { 'retry-after': '1' },
  }),
  forbidden: () => authenticationFailure(403, 'The API key has no access to this package.'),
  'bad-request': (call) => ukvdEnvelopeOf(call, { statusCode: 'KeyInvalid', dataItems: null }),
  'not-found': (call) => ukvdEnvelopeOf(call, { statusCode: 'ItemNotFound', dataItems: null }),
  'wrong-shape': () => ({
    status: 200,
    body: { Response: { StatusCode: 'Success', DataItems: ['VehicleRegistration'] } },
  }),
};
