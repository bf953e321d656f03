import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, BodyOf, ParamsOf } from '@ve/contracts/endpoint';
import {
  cancelForCustomer,
  deleteCustomer,
  endCustomerSession,
  endCustomerSessions,
  makeCustomerCopy,
  returnCustomerCredit,
  sendSignInLink,
  stopCustomerMails,
} from '@ve/contracts/http/operations/admin-customer-actions';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { CustomerActions } from '@ve/app/operations/customer-actions';

const parameters = { userId: 'The account' } as const;
const rules = { audience: { staff: 'admin' }, limitShare: 1, parameters } as const;

type Params = ParamsOf<typeof sendSignInLink>;
type Because = BodyOf<typeof sendSignInLink>;

/** Each action needs a reason, which is audited with it. */
@ApiTags('Support')
@Controller()
export class CustomerActionsController {
  constructor(@Inject(CustomerActions) private readonly actions: CustomerActions) {}

  @Serves(sendSignInLink, { ...rules, summary: 'Mail a customer a sign-in link' })
  sendSignInLink(
    @Ctx() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<AnswerOf<typeof sendSignInLink>> {
    return this.actions.sendSignInLink(context, userId, body);
  }

  @Serves(returnCustomerCredit, { ...rules, summary: 'Give a customer the full check of this period back' })
  returnCredit(
    @Ctx() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<AnswerOf<typeof returnCustomerCredit>> {
    return this.actions.returnCredit(context, userId, body);
  }

  @Serves(cancelForCustomer, {
    ...rules,
    summary: 'Cancel a customer’s membership, with the refund by the rule',
    description: 'Only what was shown is done: with another membership or refund by now, nothing is.',
  })
  cancel(
    @Ctx() context: Context,
    @Param() { userId }: Params,
    @Body() body: BodyOf<typeof cancelForCustomer>,
  ): Promise<AnswerOf<typeof cancelForCustomer>> {
    return this.actions.cancel(context, userId, body);
  }

  @Serves(stopCustomerMails, { ...rules, summary: 'Stop reminders and newsletter to a customer' })
  stopMails(
    @Ctx() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<AnswerOf<typeof stopCustomerMails>> {
    return this.actions.stopMails(context, userId, body);
  }

  @Serves(makeCustomerCopy, {
    ...rules,
    summary: 'Have a copy of everything held about a customer made',
    description: 'A mail tells them when it is ready in their account. Staff do not see it.',
  })
  makeCopy(
    @Ctx() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<AnswerOf<typeof makeCustomerCopy>> {
    return this.actions.makeCopy(context, userId, body);
  }

  @Serves(deleteCustomer, {
    ...rules,
    summary: 'Delete a customer’s account',
    description: 'As its owner would: the membership ends at once, with the refund by the rule.',
  })
  delete(
    @Ctx() context: Context,
    @Param() { userId }: Params,
    @Body() body: BodyOf<typeof deleteCustomer>,
  ): Promise<AnswerOf<typeof deleteCustomer>> {
    return this.actions.delete(context, userId, body);
  }

  @Serves(endCustomerSession, {
    ...rules,
    summary: 'Sign one browser of a customer out',
    parameters: { ...parameters, sessionId: 'The session' },
  })
  endSession(
    @Ctx() context: Context,
    @Param() params: ParamsOf<typeof endCustomerSession>,
    @Body() body: Because,
  ): Promise<AnswerOf<typeof endCustomerSession>> {
    return this.actions.endSession(context, params, body);
  }

  @Serves(endCustomerSessions, { ...rules, summary: 'Sign every browser of a customer out' })
  endSessions(
    @Ctx() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<AnswerOf<typeof endCustomerSessions>> {
    return this.actions.endSessions(context, userId, body);
  }
}
