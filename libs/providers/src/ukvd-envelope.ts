import * as z from 'zod/mini';
import type { HttpResponse } from './http/http-exchange.ts';
import {
  answeredAttemptVerdict,
  unavailableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfStatus,
} from './http/attempt-verdict.ts';
import { normaliseRegistration, type FailedLookupCharge, type AvailableVehicleAnswer } from './vehicle-answer.ts';

/** `restricted`: the vendor has the vehicle but may not release it, or not to us. */
export type AvailableUkvdAnswer<T> = AvailableVehicleAnswer<T> | { state: 'restricted' };

/** The verdict on a package's `DataItems`. */
export type ReadUkvdItems<T> = (items: unknown) => AttemptVerdict<AvailableVehicleAnswer<T>>;

/** The verdict on a response, and whether it was charged if it gave no data. */
export interface UkvdResponseVerdict<T> {
  verdict: AttemptVerdict<AvailableUkvdAnswer<T>>;
  charged: FailedLookupCharge;
}

const envelope = z.object({
  Response: z.object({ StatusCode: z.string(), DataItems: z.optional(z.unknown()) }),
});

/** The gateway's response to a wrong key; its HTTP status is undocumented. */
const authFailure = z.union([
  z.object({ Message: z.string() }),
  z.object({ AuthenticationFailureDetails: z.record(z.string(), z.unknown()) }),
]);

/** The value of fields not covered by our licence. */
export const licenceRestrictedPattern = /^LICEN[CS]E[ _]RESTRICTED$/i;

/** Whether a response with this `Vrm` may be about the registration: a missing one may, a different one may not. */
export const isResponseForRegistration = (registration: string, Vrm: string | null | undefined): boolean =>
  !Vrm?.trim() || normaliseRegistration(Vrm) === registration;

const free = <T>(verdict: AttemptVerdict<AvailableUkvdAnswer<T>>): UkvdResponseVerdict<T> => ({
  verdict,
  charged: 'no',
});
const perhapsCharged = <T>(verdict: AttemptVerdict<AvailableUkvdAnswer<T>>): UkvdResponseVerdict<T> => ({
  verdict,
  charged: 'unknown',
});

/** The verdict on the vendor's own status, which always comes with HTTP 200. */
function readStatus<T>(
  { StatusCode, DataItems }: z.infer<typeof envelope>['Response'],
  readItems: ReadUkvdItems<T>,
): UkvdResponseVerdict<T> {
  switch (StatusCode) {
    case 'Success':
      return perhapsCharged(readItems(DataItems));
    // Whether these two are charged is not documented.
    case 'ItemNotFound':
      return perhapsCharged(answeredAttemptVerdict({ state: 'not-held' }));
    case 'KeyInvalid':
      return perhapsCharged(answeredAttemptVerdict({ state: 'invalid' }));
    // Diplomatic and military vehicles; a trial key not allowed for this one.
    case 'InformationNotAvailable':
    case 'SandboxLimitation':
      return free(answeredAttemptVerdict({ state: 'restricted' }));
    case 'InvalidPackageId':
    case 'InvalidPackageAccessClass':
      return free(unavailableAttemptVerdict('refused'));
    // A register behind the vendor timed out, so this is not about the service itself. Whether it is charged is not
    // documented.
    case 'InformationTemporarilyUnavailable':
      return perhapsCharged(unavailableAttemptVerdict('source-error'));
    case 'ServiceUnavailable':
    case 'Failure':
      return free(unavailableAttemptVerdict('source-error', { fault: true }));
    default:
      return perhapsCharged(
        unavailableAttemptVerdict('source-error', { fault: true, notes: ['Response.StatusCode: not documented'] }),
      );
  }
}

/** HTTP statuses of requests that are rejected before they are processed. */
const rejectedRequest = [401, 403, 429, 503];

/** The verdict on a response of UK Vehicle Data v2, for any package. */
export function readUkvdEnvelope<T>(answer: HttpResponse, readItems: ReadUkvdItems<T>): UkvdResponseVerdict<T> {
  const { status, json } = answer;
  const enveloped = envelope.safeParse(json);
  if (enveloped.success && (status === 200 || status === 400 || status === 404)) {
    return readStatus(enveloped.data.Response, readItems);
  }
  if ((status === 200 || status === 400) && authFailure.safeParse(json).success)
    return free(unavailableAttemptVerdict('refused'));
  const saysFailed = enveloped.success && /^(?:ServiceUnavailable|Failure)$/.test(enveloped.data.Response.StatusCode);
  return saysFailed || rejectedRequest.includes(status)
    ? free(attemptVerdictOfStatus(answer))
    : perhapsCharged(attemptVerdictOfStatus(answer));
}
