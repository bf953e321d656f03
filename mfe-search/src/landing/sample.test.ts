import { expect, test } from '@jest/globals';
import { mileageOfRecord } from '@ve/domain/vehicle/mileage/mileage-of-record';
import { motState } from '@ve/domain/vehicle/mot/mot-state';
import { type DecisionQuestionId, decisionQuestions } from '@ve/domain/verdict/decision';
import { makeBuyingDecision } from '@ve/domain/verdict/make-decision';
import { sampleFullCheck } from '@ve/domain/full-check/sample-full-check';
import { sampleRecord } from '@ve/domain/vehicle/record/sample-record';
import { vehicleName } from '@ve/domain/vehicle/facts/vehicle-name';
import { taxOfRecord } from '@ve/domain/vehicle/tax/tax-of-record';
import { sampleReportCardContent } from './sample.ts';

const today = '2026-06-01';
const isOnCard = (id: DecisionQuestionId) => (decisionQuestions as readonly string[]).includes(id);
const months = (days: number | null) => Math.round((days ?? Number.NaN) / 30);

test('the sample card shows what the rules derive from the sample record and its full check', () => {
  const record = sampleRecord(today);
  const { make, model, colour, year } = vehicleName(record);
  const mot = motState(record, today);
  const tax = taxOfRecord(record, today);
  const { verdict, questions } = makeBuyingDecision({ record, fullCheck: sampleFullCheck(today), today });
  const miles = mileageOfRecord(record)?.points.map((point) => point.miles) ?? [];
  const falls = miles.map((value, index) => (miles[index - 1] ?? value) - value);
  expect(sampleReportCardContent).toEqual({
    registration: record.registration,
    name: [make, model, colour, year].join(' · '),
    verdict,
    // The card has the six questions only, without the further subjects.
    found: questions.flatMap(({ id, state, answer }) => (state === 'found' && isOnCard(id) ? [answer] : [])),
    mot: { state: mot.state, monthsLeft: months(mot.daysLeft) },
    tax: { state: tax.state, monthsLeft: months(tax.daysLeft) },
    fall: `Fell by ${Math.max(...falls).toLocaleString('en-GB')}`,
    miles,
  });
});
