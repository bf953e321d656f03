import {
  dayShape,
  booleanShape,
  listShape,
  monthShape,
  oneOfShape,
  recordShape,
  textShape,
  wholeNumberShape,
  type ValueShape,
} from './shapes.ts';

/** `Vehicle` of DVLA's OpenAPI document 1.1.0. */
export const dvlaVehicleShape = recordShape(
  { registrationNumber: textShape },
  {
    taxStatus: oneOfShape('Not Taxed for on Road Use', 'SORN', 'Taxed', 'Untaxed'),
    taxDueDate: dayShape,
    artEndDate: dayShape,
    motStatus: oneOfShape('No details held by DVLA', 'No results returned', 'Not valid', 'Valid'),
    motExpiryDate: dayShape,
    make: textShape,
    monthOfFirstDvlaRegistration: monthShape,
    monthOfFirstRegistration: monthShape,
    yearOfManufacture: wholeNumberShape,
    engineCapacity: wholeNumberShape,
    co2Emissions: wholeNumberShape,
    fuelType: textShape,
    markedForExport: booleanShape,
    colour: textShape,
    typeApproval: textShape,
    wheelplan: textShape,
    revenueWeight: wholeNumberShape,
    realDrivingEmissions: textShape,
    dateOfLastV5CIssued: dayShape,
    euroStatus: textShape,
  },
);

const dvlaError = recordShape({
  errors: listShape(recordShape({ title: textShape }, { status: textShape, code: textShape, detail: textShape })),
});

/** DVLA's documented error bodies, by status. */
export const dvlaErrorShapes: Record<number, ValueShape> = {
  400: dvlaError,
  403: recordShape({ message: textShape }),
  404: dvlaError,
  429: dvlaError,
  500: dvlaError,
  503: listShape(recordShape({ status: wholeNumberShape, title: textShape, detail: textShape })),
};
