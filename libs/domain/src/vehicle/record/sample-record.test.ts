import { describe, expect, test } from '@jest/globals';
import { motHistory } from '../mot/mot-history.ts';
import { motState } from '../mot/mot-state.ts';
import { mileageOfRecord } from '../mileage/mileage-of-record.ts';
import { parseRegistration } from '../../kernel/registration/parse-registration.ts';
import { addDays, daysBetween, isCalendarDay, londonDate } from '../../kernel/time/london-date.ts';
import { makeBuyingDecision } from '../../verdict/make-decision.ts';
import { sampleFullCheck } from '../../full-check/sample-full-check.ts';
import { sampleEarlierPlate, sampleHistory, sampleRecord } from './sample-record.ts';
import { freeVdiRows } from '../../full-check/vdi-rows.ts';
import { vehicleFacts } from '../facts/vehicle-facts.ts';

/** Month ends, leap days and both sides of a clock change. */
const days = ['2025-03-30', '2026-02-28', '2026-07-31', '2026-11-22', '2027-10-31', '2028-02-29', '2028-12-31'];

function on(day: string) {
  const record = sampleRecord(day);
  const { licensing, testing, specification } = record;
  if (licensing.state !== 'found' || testing.state !== 'found' || specification.state !== 'found') {
    throw new Error('the sample is complete');
  }
  const fullCheck = sampleFullCheck(day);
  if (fullCheck.vdi.state !== 'found' || fullCheck.valuation.state !== 'found')
    throw new Error('its check is complete');
  return {
    record,
    fullCheck,
    licensing: licensing.data,
    tests: testing.data.tests,
    specification: specification.data,
    vdi: fullCheck.vdi.data,
    valuation: fullCheck.valuation.data,
  };
}

describe.each(days)('the sample on %s', (day) => {
  const { record, fullCheck, licensing, tests, specification, vdi, valuation } = on(day);
  const life = sampleHistory(day);

  test('is a complete report with a valid plate, and an earlier one that no vehicle can have', () => {
    expect(parseRegistration(record.registration).ok).toBe(true);
    expect(parseRegistration(sampleEarlierPlate)).not.toMatchObject({ era: 'current' });
    expect([licensing.yearOfManufacture, specification.yearOfManufacture]).toEqual([2017, 2017]);
    const rows = [...vehicleFacts(record, day), ...freeVdiRows({ record, today: day, fullCheck })];
    expect(rows.filter(({ value }) => value === null)).toEqual([]);
  });

  test('has a history in chronological order', () => {
    const [latest, second, first] = life.keepers.map(({ date }) => date);
    const dates = [
      specification.dateFirstRegistered,
      first,
      life.loss,
      life.lossEntered,
      life.plateChange,
      life.colourChange,
      second,
      latest,
      licensing.dateOfLastV5CIssued,
      day,
    ].map(String);
    expect(dates.every(isCalendarDay)).toBe(true);
    expect(dates).toEqual(dates.toSorted());
    expect(daysBetween(life.loss, life.plateChange)).toBe(21);
    // The mileage was reduced in the second part of the car's history.
    const back = mileageOfRecord(record)?.points.filter(({ flag }) => flag === 'drop') ?? [];
    expect(back.map(({ change }) => change)).toEqual([-47_200]);
    expect((back[0]?.day ?? '') > life.loss).toBe(true);
    const tested = tests.map(({ completedAt }) => londonDate(new Date(completedAt)));
    expect(tested).toEqual(tested.toSorted().toReversed());
    expect(tested.every((each) => each > String(specification.dateFirstRegistered) && each < day)).toBe(true);
  });

  test('is consistent in each of its parts', () => {
    expect(addDays(licensing.taxDueDate ?? '', 1).slice(-2)).toBe('01');
    expect([specification.taxDueDate, specification.motDueDate]).toEqual([
      licensing.taxDueDate,
      licensing.motExpiryDate,
    ]);
    expect(motState(record, day)).toMatchObject({ state: 'valid', expiryDate: licensing.motExpiryDate });
    expect(vdi.plateChanges).toEqual(specification.plateChanges);
    expect([vdi.latestColourChange]).toEqual(specification.colourChanges);
    expect(vdi.previousKeepers).toBe(specification.previousKeepers);
    expect(vdi.latestKeeperChange).toBe(specification.lastKeeperChange);
    expect(valuation.miles).toBe(tests[0]?.odometer?.value);
    expect(motHistory(tests).tests[0]?.defects.map(({ motsInARow }) => motsInARow)).toEqual([4, 2, 2]);
  });

  test('is not a car to buy: written off, with finance, and clocked', () => {
    const { verdict, reasons, more } = makeBuyingDecision({ record, fullCheck, today: day });
    expect({ verdict, reasons: reasons.map(({ id }) => id), more }).toEqual({
      verdict: 'FAILED',
      reasons: ['written-off', 'finance', 'mileage', 'keepers', 'brakes-advisory'],
      more: 0,
    });
    expect(makeBuyingDecision({ record, fullCheck: null, today: day }).verdict).toBe('WARNING');
  });
});
