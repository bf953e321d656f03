import type { SlotFillers } from '@ve/mfe-kit/slot';
import { CustomerReportVerdicts } from './staff-verdicts/staff-verdicts.slot.tsx';

export const slots: SlotFillers = { 'staff-customer.after-reports/v1': CustomerReportVerdicts };
