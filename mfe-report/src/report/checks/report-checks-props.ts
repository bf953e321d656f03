import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';

/** The props of a section of a completed full check. */
export type CompletedCheckProps = ReportInput & { fullCheck: FullCheck };
