import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  listPaymentsEndpoint,
  listReportsEndpoint,
  type PaymentList,
  type ReportList,
} from '@ve/contracts/http/membership/report-and-payment-lists';
import type { Context } from '@ve/data/kernel/context';
import { listPaymentsOf, type CustomerPaymentListRow } from '@ve/data/membership/payment/payment-list.repository';
import { listReportsOf, type CustomerReportListRow } from '@ve/data/report/report-list.repository';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';

/** More than any customer has. */
const maxListLength = 500;

@ApiTags('Account')
@Controller()
export class ReportsAndPaymentsController {
  @ServesEndpoint(listReportsEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Lists the reports of the signed-in customer',
  })
  async reports(@CurrentContext() context: Context): Promise<ReportList> {
    return toReportList(await listReportsOf(context.em, userIdOfActor(context), maxListLength));
  }

  @ServesEndpoint(listPaymentsEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Lists the payments of the signed-in customer',
  })
  async payments(@CurrentContext() context: Context): Promise<PaymentList> {
    return toPaymentList(await listPaymentsOf(context.em, userIdOfActor(context), maxListLength));
  }
}

const toReportList = (rows: readonly CustomerReportListRow[]): ReportList => ({
  reports: rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  })),
});

const toPaymentList = (rows: readonly CustomerPaymentListRow[]): PaymentList => ({
  payments: rows.map(({ amountPence: amount, refundedPence: refunded, paidAt, ...row }) => ({
    ...row,
    amount,
    refunded,
    paidAt: paidAt.toISOString(),
  })),
});
