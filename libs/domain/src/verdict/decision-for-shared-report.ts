import { unlockFirstMessage } from './decision-messages.ts';
import type { BuyingDecision, DecisionVerdict } from './decision.ts';

const notChecked = 'Have theft, finance and write-offs checked before you pay: no full check is in this report.';

/**
 * Next steps of verdicts without findings. They leave out what a reader of a shared report cannot do: make the owner's
 * full check, compare the VIN, or update a saved report.
 */
const nextOf: Partial<Record<DecisionVerdict, string>> = {
  PASSED: 'See the car and its V5C before you pay, and compare the VIN on the car with it.',
  'NOTHING FOUND': `${notChecked} See the car and its V5C.`,
  INCOMPLETE: 'Before you decide, ask the seller about what is missing, and ask to see the papers.',
};

/** The decision for the reader of a shared report, with a next step that this reader can take. */
export function decisionForSharedReport(decision: BuyingDecision): BuyingDecision {
  const next = decision.reasons.length === 0 ? nextOf[decision.verdict] : undefined;
  return { ...decision, next: next ?? decision.next.replace(unlockFirstMessage, notChecked) };
}
