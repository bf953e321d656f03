import type { PaymentList, ReportList } from '@ve/contracts/http/membership/report-and-payment-lists';
import type { PaymentEntryRow } from '@ve/data/membership/payment/payment-list.repository';
import type { ReportEntryRow } from '@ve/data/report/report-list.repository';

export const toReportList = (rows: readonly ReportEntryRow[]): ReportList => ({
  reports: rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  })),
});

export const toPaymentList = (rows: readonly PaymentEntryRow[]): PaymentList => ({
  payments: rows.map(({ amountPence: amount, refundedPence: refunded, paidAt, ...row }) => ({
    ...row,
    amount,
    refunded,
    paidAt: paidAt.toISOString(),
  })),
});
