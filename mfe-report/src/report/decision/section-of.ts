import type { DecisionQuestionId } from '@ve/domain/report/decision';
import { mileageId, motHistoryId, type ReportSection, tabsId } from '../section-link.tsx';

const tax: ReportSection = { id: 'tax-card' };
const tests: ReportSection = { id: motHistoryId };
const mileage: ReportSection = { id: mileageId };
const rows: ReportSection = { id: tabsId, tab: 'vdi' };
const additional: ReportSection = { id: tabsId, tab: 'additional' };

const ofReasons: Record<string, ReportSection> = {
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
  'police-stolen': additional,
  'insurance-stolen': additional,
  'written-off': additional,
  finance: additional,
  'high-risk': additional,
};

/** Where the report has more about a reason: by default the rows of the VDI report. */
export const sectionOfReason = (id: string): ReportSection => ofReasons[id] ?? rows;

/** Where the report has more about one of the six questions. */
export const sectionOfQuestion: Record<DecisionQuestionId, ReportSection> = {
  stolen: additional,
  owed: additional,
  crashed: additional,
  mileage,
  legal: tax,
  worth: rows,
};
