import type { SpecificationData } from '@ve/domain/vehicle/record/vehicle-record';
import * as z from 'zod/mini';
import type { HttpResponse } from '../http/http-exchange.ts';
import { unreadableAttemptVerdict, type AttemptVerdict } from '../http/attempt-verdict.ts';
import { createFieldReader } from '../platform/field-reader.ts';
import {
  isResponseForRegistration,
  readUkvdEnvelope,
  type AvailableUkvdAnswer,
  licenceRestrictedPattern,
} from '../ukvd-envelope.ts';
import { attemptVerdictOfVehicleData, type AvailableVehicleAnswer } from '../vehicle-answer.ts';
import { toSpecification } from './ukvd.mapper.ts';

/** A success without the registration block is not the requested package. */
const dataItems = z.looseObject({
  VehicleRegistration: z.looseObject({ Vrm: z.nullish(z.string()) }),
});

/** The verdict on the `DataItems` of package VehicleData. */
export function readUkvdVehicleData(
  registration: string,
  items: unknown,
): AttemptVerdict<AvailableVehicleAnswer<SpecificationData>> {
  const found = dataItems.safeParse(items);
  if (!found.success || !isResponseForRegistration(registration, found.data.VehicleRegistration.Vrm))
    return unreadableAttemptVerdict();
  const notes: string[] = [];
  return attemptVerdictOfVehicleData(
    toSpecification(createFieldReader(found.data, notes, { withheld: licenceRestrictedPattern })),
    notes,
  );
}

/** The verdict on a response of package VehicleData. */
export const readUkvdSpecificationAnswer = (
  registration: string,
  answer: HttpResponse,
): AttemptVerdict<AvailableUkvdAnswer<SpecificationData>> =>
  readUkvdEnvelope(answer, (items) => readUkvdVehicleData(registration, items)).verdict;
