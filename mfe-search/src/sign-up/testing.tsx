import type { VehicleLookup } from '@ve/contracts/http/vehicle/vehicle-data';
import axe from 'axe-core';
import { expect } from '@jest/globals';
import { updateSignUpDraft, type SignUpDraft, emptySignUpDraft, storeSignUpDraft } from './draft.ts';

export const exampleVehicle: VehicleLookup = {
  outcome: 'found',
  source: 'DVLA',
  vehicle: {
    registrationNumber: 'AB12CDE',
    make: 'FORD',
    model: 'FOCUS',
    yearOfManufacture: 2012,
    colour: 'BLUE',
    fuelType: 'PETROL',
    engineCapacity: 1596,
    dateOfLastV5CIssued: null,
    taxStatus: 'Taxed',
    taxDueDate: null,
    motStatus: 'Valid',
    motExpiryDate: null,
  },
};

export const exampleAddress = {
  line_1: '1 High Street',
  line_2: '',
  line_3: '',
  post_town: 'LEEDS',
  postcode: 'LS1 1AA',
  formatted_address: '1 High Street, LEEDS, LS1 1AA',
};

/** Stores a sign-up for AB12CDE in its state before the payment, with changes. */
export function storeSignUpFixture(changes: Partial<SignUpDraft> = {}): SignUpDraft {
  const details = { fullName: 'Ann Driver', email: 'ann@example.com', address: exampleAddress, regNumber: 'AB12CDE' };
  const draft = { ...updateSignUpDraft(emptySignUpDraft(Date.now()), details, Date.now()), ...changes };
  storeSignUpDraft(draft);
  return draft;
}

/** Expects no violation of accessibility rules; colours and landmarks are tested elsewhere. */
export async function expectAccessible(container: Element): Promise<void> {
  const off = { enabled: false };
  const { violations } = await axe.run(container, { rules: { 'color-contrast': off, region: off } });
  expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
}
