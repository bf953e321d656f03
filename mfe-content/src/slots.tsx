import type { SlotFillers } from '@ve/mfe-kit/slot';
import { GeneralGuides, ReportGuides } from './blog/report-guides/report-guides.slot.tsx';

/** The older version is for releases of the report that offer no newer one. */
export const slots: SlotFillers = {
  'report.after-checks/v1': GeneralGuides,
  'report.after-checks/v2': ReportGuides,
};
