import type { DecisionQuestionId, DecisionReason } from '@ve/domain/verdict/decision';
import { mileageSectionId, motHistorySectionId, type ReportSection, reportTabsId } from '../section-link.tsx';

const tax: ReportSection = { id: 'tax-card' };
const tests: ReportSection = { id: motHistorySectionId };
const mileage: ReportSection = { id: mileageSectionId };
const rows: ReportSection = { id: reportTabsId, tab: 'vdi' };
const additional: ReportSection = { id: reportTabsId, tab: 'additional' };

/** A section of the VDI tab with the steps for a reason. */
const inVdi = (id: string): ReportSection => ({ id, tab: 'vdi' });

const ofReasons: Partial<Record<DecisionReason['id'], ReportSection>> = {
  'tax-expired': tax,
  'tax-due': tax,
  sorn: tax,
  'mot-expired': tests,
  'mot-failed': tests,
  'mot-due': tests,
  'dangerous-defect': tests,
  'structure-advisory': tests,
  'brakes-advisory': tests,
  'steering-advisory': tests,
  taxi: tests,
  mileage,
  'mileage-unclear': mileage,
  'high-mileage': mileage,
  'police-stolen': inVdi('stolen'),
  'insurance-stolen': inVdi('stolen'),
  'written-off': inVdi('written-off'),
  finance: inVdi('finance'),
  'identity-inspection': inVdi('identity'),
  recall: inVdi('recall'),
  keepers: inVdi('keepers'),
  'high-risk': additional,
};

/** The section of the report with the details of a reason: by default the rows of the VDI report. */
export const reportSectionOfDecisionReason = (id: DecisionReason['id']): ReportSection => ofReasons[id] ?? rows;

/** The section of the report with the details of one of the questions. */
export const reportSectionOfBuyerQuestion: Record<DecisionQuestionId, ReportSection> = {
  stolen: additional,
  owed: additional,
  crashed: additional,
  mileage,
  legal: tax,
  worth: inVdi('valuation'),
  condition: tests,
  keepers: rows,
  recalls: inVdi('recall'),
};
