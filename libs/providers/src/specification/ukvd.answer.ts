import type { Specification } from '@ve/domain/report/vehicle-record';
import * as z from 'zod/mini';
import type { HttpAnswer } from '../http/exchange.ts';
import { settled, unavailable, unreadable, type Verdict, verdictOfStatus } from '../http/verdict.ts';
import { readFields } from '../platform/field-reader.ts';
import { bareRegistration, foundRecord, type VehicleReply } from '../vehicle-answer.ts';
import { specification } from './ukvd.mapper.ts';

/** `restricted`: the vendor has the vehicle but may not release it, or not to us. */
export type UkvdReply = VehicleReply<Specification> | { state: 'restricted' };

const envelope = z.object({
  Response: z.object({ StatusCode: z.string(), DataItems: z.optional(z.unknown()) }),
});

/** A success without the registration block is not the requested package. */
const dataItems = z.looseObject({
  VehicleRegistration: z.looseObject({ Vrm: z.nullish(z.string()) }),
});

/** The value of fields not covered by our licence. */
const withheld = /^LICEN[CS]E[ _]RESTRICTED$/i;

/** The gateway's answer to a wrong key; its HTTP status is undocumented. */
const authFailure = z.union([
  z.object({ Message: z.string() }),
  z.object({ AuthenticationFailureDetails: z.record(z.string(), z.unknown()) }),
]);

function readVehicle(registration: string, items: unknown): Verdict<UkvdReply> {
  const found = dataItems.safeParse(items);
  if (!found.success) return unreadable();
  const { Vrm } = found.data.VehicleRegistration;
  if (typeof Vrm === 'string' && Vrm.trim() !== '' && bareRegistration(Vrm) !== registration) return unreadable();
  const notes: string[] = [];
  return foundRecord(specification(readFields(found.data, notes, { withheld })), notes);
}

/** Verdict of the vendor's own status, which comes with HTTP 200 in any case. */
function readStatus(
  registration: string,
  { StatusCode, DataItems }: z.infer<typeof envelope>['Response'],
): Verdict<UkvdReply> {
  switch (StatusCode) {
    case 'Success':
      return readVehicle(registration, DataItems);
    case 'ItemNotFound':
      return settled({ state: 'not-held' });
    case 'KeyInvalid':
      return settled({ state: 'invalid' });
    // Diplomatic and military vehicles; a trial key not allowed for this one.
    case 'InformationNotAvailable':
    case 'SandboxLimitation':
      return settled({ state: 'restricted' });
    case 'InvalidPackageId':
    case 'InvalidPackageAccessClass':
      return unavailable('refused');
    // About this vehicle's information, not about the service.
    case 'InformationTemporarilyUnavailable':
      return unavailable('source-error');
    case 'ServiceUnavailable':
    case 'Failure':
      return unavailable('source-error', { fault: true });
    default:
      return unavailable('source-error', { fault: true, notes: ['Response.StatusCode: not documented'] });
  }
}

/** Verdict of a UK Vehicle Data v2 response, package VehicleData. */
export function readUkvdAnswer(registration: string, answer: HttpAnswer): Verdict<UkvdReply> {
  const { status, json } = answer;
  const business = status === 200 || status === 400 || status === 404;
  if (!business) return verdictOfStatus(answer);
  const enveloped = envelope.safeParse(json);
  if (enveloped.success) return readStatus(registration, enveloped.data.Response);
  if (status !== 404 && authFailure.safeParse(json).success) return unavailable('refused');
  return verdictOfStatus(answer);
}
