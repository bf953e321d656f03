import type { AdviceCause } from '../../verdict/causes.ts';
import { mostSeriousInsurerLoss } from '../../full-check/findings.ts';
import { likelyMileage } from '../../vehicle/mileage/likely-mileage.ts';
import type { MileageTimeline } from '../../vehicle/mileage/mileage-timeline.ts';
import { formatThousands } from '../../kernel/text/phrases.ts';
import type { DecisionFinding } from '../../verdict/decision.ts';
import type { CautionId } from '../../verdict/decision.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import { viewingItemForThisCar, type ViewingItem } from './viewing-item.ts';

/** Data of the report that the rules use in addition to the finding. */
export interface ViewingRuleContext {
  fullCheck: FullCheck | null;
  timeline: MileageTimeline | null;
}

/** The check and the question for a finding when viewing the car. Null: none, or another item covers it. */
interface Rule {
  check: ((finding: DecisionFinding, known: ViewingRuleContext) => string) | null;
  ask: ((finding: DecisionFinding, known: ViewingRuleContext) => string) | null;
}

const next = ({ next: advice }: DecisionFinding): string => advice;
const checkOnly = (check: Rule['check']): Rule => ({ check, ask: null });
const questionOnly = (ask: Rule['ask'] = next): Rule => ({ check: null, ask });
const both = (check: string, ask: Rule['ask'] = next): Rule => ({ check: () => check, ask });
/** The finding is covered by another item. */
const elsewhere: Rule = { check: null, ask: null };

const longUnused = both(
  'Look for signs of standing: flat spots and cracks on the tyres, rust on the brake discs, a battery that hardly turns the engine.',
);

const rules: Record<AdviceCause | CautionId, Rule> = {
  'police-stolen': checkOnly(next),
  'insurance-stolen': checkOnly(next),
  'written-off': { check: afterLoss, ask: questionAfterLoss },
  scrapped: checkOnly(next),
  unscrapped: questionOnly(),
  'identity-inspection': both(
    'Compare the VIN in every place on the car with the V5C, and check whether a plate that bears it was moved.',
    () => 'Ask what damage the identity check followed, and who repaired it.',
  ),
  finance: questionOnly(),
  exported: questionOnly(),
  imported: both(
    'Check that the odometer shows miles, the headlamps dip to the left, and the rear fog lamp is on the right or in the middle.',
  ),
  mileage: { check: wear, ask: next },
  'high-risk': questionOnly(),
  'dangerous-defect': checkOnly(next),
  'mot-failed': questionOnly(),
  'mot-expired': questionOnly(),
  recall: questionOnly(),
  'tax-expired': longUnused,
  sorn: longUnused,
  'q-plate': both('Find every plate and stamp with a number on it, and compare each with the V5C.'),
  taxi: both(
    'Look for what a taxi leaves behind: plugged holes in roof and dashboard, shadows of stickers, worn rear seats and door handles.',
  ),
  'structure-advisory': elsewhere,
  'brakes-advisory': elsewhere,
  'steering-advisory': elsewhere,
  keepers: questionOnly(),
  plates: questionOnly(),
  'mileage-unclear': questionOnly(),
  'high-mileage': both(
    'Look for wear from miles: the side of the driver’s seat, steering wheel, pedals and gear knob. Feel for a clutch that bites late and for play in the steering.',
  ),
  'mot-due': questionOnly(),
  // For a buyer all tax ends at the sale.
  'tax-due': elsewhere,
};

function afterLoss(finding: DecisionFinding, { fullCheck }: ViewingRuleContext): string {
  const category = fullCheck === null ? undefined : mostSeriousInsurerLoss(fullCheck)?.category;
  if (category?.isRepairable === false) return next(finding);
  if (category?.letter === 'N') {
    return 'Look at what the loss may have touched besides the structure: warning lamps, steering, brakes, wheels, and paint of two shades.';
  }
  return 'Have it put on a ramp and look where it was repaired: creased or new metal, fresh welds and sealant, gaps between panels that differ from side to side.';
}

function questionAfterLoss(_: DecisionFinding, { fullCheck }: ViewingRuleContext): string {
  const category = fullCheck === null ? undefined : mostSeriousInsurerLoss(fullCheck)?.category;
  if (category?.isRepairable === false) return 'Ask why a vehicle that may not be repaired is for sale.';
  return 'Ask who repaired it, and for photographs of the damage, the invoices and the insurer’s papers.';
}

function wear(_: DecisionFinding, { timeline }: ViewingRuleContext): string {
  const likely = timeline === null ? null : likelyMileage(timeline);
  const driven =
    likely === null
      ? 'with its age and its highest reading'
      : `with ${formatThousands(likely.low)} to ${formatThousands(likely.high)} miles`;
  return `Compare its wear ${driven}, not with the odometer: the side of the driver’s seat, steering wheel, pedals and gear knob.`;
}

/** The checks and questions for the findings of a report, in their order. */
export function findingViewingItems(
  findings: readonly DecisionFinding[],
  known: ViewingRuleContext,
): Record<'checks' | 'questions', ViewingItem[]> {
  const itemsOf = (kind: keyof Rule) =>
    findings.flatMap((finding) => {
      const texts = rules[finding.id][kind];
      return texts === null
        ? []
        : [viewingItemForThisCar(finding.id, { from: finding, text: texts(finding, known), why: finding.text })];
    });
  return { checks: itemsOf('check'), questions: itemsOf('ask') };
}
