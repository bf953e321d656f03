import { motStatuses, taxStatuses } from '@ve/contracts/vehicle-record';
import type { DvlaLicensingData } from '@ve/domain/vehicle/record/vehicle-record';
import * as z from 'zod/mini';
import type { HttpResponse } from '../http/http-exchange.ts';
import {
  answeredAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';
import { type FieldReader, createFieldReader } from '../platform/field-reader.ts';
import { normaliseRegistration, attemptVerdictOfVehicleData, type AvailableVehicleAnswer } from '../vehicle-answer.ts';

/** The only key that is always present; all others are optional. */
const vehicle = z.looseObject({ registrationNumber: z.string() });

const error = z.object({ title: z.string() });
/** The service sends its errors in an object or, during maintenance, as a plain array; the gateway sends a message. */
const serviceErrors = z.union([z.object({ errors: z.array(error) }), z.array(error)]);
const gatewayError = z.object({ message: z.string() });

/** A vehicle without an engine is sent as 0 cc. */
const zeroToNull = (value: number | null): number | null => (value === 0 ? null : value);

function licensing(fields: FieldReader): DvlaLicensingData {
  return {
    make: fields.text('make'),
    colour: fields.text('colour'),
    fuelType: fields.text('fuelType'),
    yearOfManufacture: fields.whole('yearOfManufacture', 1880, 2100),
    engineCapacity: zeroToNull(fields.whole('engineCapacity', 0, 100_000)),
    co2Emissions: fields.whole('co2Emissions', 0, 5_000),
    taxStatus: fields.oneOf('taxStatus', taxStatuses),
    taxDueDate: fields.day('taxDueDate'),
    artEndDate: fields.day('artEndDate'),
    motStatus: fields.oneOf('motStatus', motStatuses),
    motExpiryDate: fields.day('motExpiryDate'),
    // Not `monthOfFirstDvlaRegistration`: a used import was registered abroad years before that.
    monthOfFirstRegistration: fields.month('monthOfFirstRegistration'),
    dateOfLastV5CIssued: fields.day('dateOfLastV5CIssued'),
    euroStatus: fields.text('euroStatus'),
    realDrivingEmissions: fields.text('realDrivingEmissions'),
    typeApproval: fields.text('typeApproval'),
    wheelplan: fields.text('wheelplan'),
    revenueWeight: fields.whole('revenueWeight', 0, 1_000_000),
    markedForExport: fields.flag('markedForExport'),
    automatedVehicle: fields.flag('automatedVehicle'),
  };
}

/**
 * The verdict on a response of DVLA's Vehicle Enquiry Service. A 404 means "no such vehicle" only in the service's own
 * error format: a gateway that does not know the URL responds with 404 as well.
 */
export function readDvlaAnswer(
  registration: string,
  answer: HttpResponse,
): AttemptVerdict<AvailableVehicleAnswer<DvlaLicensingData>> {
  const { status, json } = answer;
  if (status === 200) {
    const found = vehicle.safeParse(json);
    if (!found.success || normaliseRegistration(found.data.registrationNumber) !== registration)
      return unreadableAttemptVerdict();
    const notes: string[] = [];
    return attemptVerdictOfVehicleData(licensing(createFieldReader(found.data, notes)), notes);
  }
  const isServiceError = serviceErrors.safeParse(json).success;
  if (status === 404 && isServiceError) return answeredAttemptVerdict({ state: 'not-held' });
  if (status === 400 && (isServiceError || gatewayError.safeParse(json).success))
    return answeredAttemptVerdict({ state: 'invalid' });
  return attemptVerdictOfStatus(answer);
}
