import type { Decision, DecisionVerdict } from './decision.ts';

/** Of what nothing was found: a full check is its owner's to make, the VIN is left out, and a saved report stays as it is. */
const nextOf: Partial<Record<DecisionVerdict, string>> = {
  PASSED: 'See the car and its V5C before you pay, and compare the VIN on the car with it.',
  'NOTHING FOUND':
    'Have theft, finance and write-offs checked before you pay: no full check is in this report. See the car and its V5C.',
  INCOMPLETE: 'Ask the seller about what is missing, and to show you the papers, before you decide.',
};

/** The decision as whoever was given the report reads it: what to do next is what they can do. */
export function sharedDecision(decision: Decision): Decision {
  const next = decision.reasons.length === 0 ? nextOf[decision.verdict] : undefined;
  return next === undefined ? decision : { ...decision, next };
}
