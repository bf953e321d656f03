import { day, flag, instant, listOf, matching, oneOf, orNull, record, text } from './shapes.ts';

const dvsaBase = {
  registration: text,
  make: text,
  model: text,
  fuelType: text,
  primaryColour: text,
  registrationDate: day,
  manufactureDate: day,
  hasOutstandingRecall: oneOf('Yes', 'No', 'Unknown', 'Unavailable'),
};
const defect = record({
  text,
  type: oneOf(
    'ADVISORY',
    'MINOR',
    'MAJOR',
    'DANGEROUS',
    'FAIL',
    'PRS',
    'NON SPECIFIC',
    'SYSTEM GENERATED',
    'USER ENTERED',
  ),
  dangerous: flag,
});
export const testedVehicleShape = record(
  {
    ...dvsaBase,
    firstUsedDate: day,
    motTests: listOf(
      record(
        {
          completedDate: instant,
          testResult: oneOf('PASSED', 'FAILED'),
          expiryDate: orNull(day),
          odometerValue: orNull(matching(/^\d+$/)),
          odometerUnit: orNull(oneOf('MI', 'KM')),
          odometerResultType: oneOf('READ', 'UNREADABLE', 'NO_ODOMETER'),
          motTestNumber: matching(/^\d{12}$/),
          dataSource: oneOf('DVSA', 'DVA NI', 'CVS'),
        },
        { defects: listOf(defect), location: text },
      ),
    ),
  },
  { engineSize: matching(/^\d+$/) },
);
export const newVehicleShape = record({
  ...dvsaBase,
  manufactureYear: matching(/^\d{4}$/),
  motTestDueDate: orNull(day),
});
export const dvsaErrorShape = record({
  requestId: text,
  errorCode: matching(/^MOTH-[A-Z]{2}-\d{2}$/),
  errorMessage: text,
});
