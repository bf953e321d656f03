import {
  dayShape,
  booleanShape,
  utcInstantShape,
  listShape,
  patternShape,
  oneOfShape,
  nullableShape,
  exactObjectShape,
  textShape,
} from './shapes.ts';

const dvsaBase = {
  registration: textShape,
  make: textShape,
  model: textShape,
  fuelType: textShape,
  primaryColour: textShape,
  registrationDate: dayShape,
  manufactureDate: dayShape,
  hasOutstandingRecall: oneOfShape('Yes', 'No', 'Unknown', 'Unavailable'),
};
const defect = exactObjectShape({
  text: textShape,
  type: oneOfShape(
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
  dangerous: booleanShape,
});
export const dvsaTestedVehicleShape = exactObjectShape(
  {
    ...dvsaBase,
    firstUsedDate: dayShape,
    motTests: listShape(
      exactObjectShape(
        {
          completedDate: utcInstantShape,
          testResult: oneOfShape('PASSED', 'FAILED'),
          expiryDate: nullableShape(dayShape),
          odometerValue: nullableShape(patternShape(/^\d+$/)),
          odometerUnit: nullableShape(oneOfShape('MI', 'KM')),
          odometerResultType: oneOfShape('READ', 'UNREADABLE', 'NO_ODOMETER'),
          motTestNumber: patternShape(/^\d{12}$/),
          dataSource: oneOfShape('DVSA', 'DVA NI', 'CVS'),
        },
        { defects: listShape(defect), location: textShape },
      ),
    ),
  },
  { engineSize: patternShape(/^\d+$/) },
);
export const dvsaNewVehicleShape = exactObjectShape({
  ...dvsaBase,
  manufactureYear: patternShape(/^\d{4}$/),
  motTestDueDate: nullableShape(dayShape),
});
export const dvsaErrorShape = exactObjectShape({
  requestId: textShape,
  errorCode: patternShape(/^MOTH-[A-Z]{2}-\d{2}$/),
  errorMessage: textShape,
});
