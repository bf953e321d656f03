import {
  dayShape,
  booleanShape,
  listShape,
  monthShape,
  oneOfShape,
  exactObjectShape,
  textShape,
  wholeNumberShape,
  type ValueShapeCheck,
} from './shapes.ts';

/** `Vehicle` of DVLA's OpenAPI document 1.1.0. */
export const dvlaVehicleShape = exactObjectShape(
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

const dvlaError = exactObjectShape({
  errors: listShape(exactObjectShape({ title: textShape }, { status: textShape, code: textShape, detail: textShape })),
});

/** DVLA's documented error bodies, by status. */
export const dvlaErrorShapes: Record<number, ValueShapeCheck> = {
  400: dvlaError,
  403: exactObjectShape({ message: textShape }),
  404: dvlaError,
  429: dvlaError,
  500: dvlaError,
  503: listShape(exactObjectShape({ status: wholeNumberShape, title: textShape, detail: textShape })),
};
