import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedRequestBody, ParsedPathParams } from '@ve/contracts/endpoint';
import {
  cancelCustomerMembershipEndpoint,
  deleteCustomerAccountEndpoint,
  endCustomerSessionEndpoint,
  endCustomerSessionsEndpoint,
  startCustomerDataExportEndpoint,
  returnCustomerCreditEndpoint,
  sendCustomerSignInLinkEndpoint,
  unsubscribeCustomerEndpoint,
} from '@ve/contracts/http/operations/admin-customer-actions';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { CustomerSupportActionService } from '@ve/app/operations/customer-action-service';

const parameters = { userId: 'The id of the account' } as const;
const rules = { audience: { staff: 'admin' }, limitShare: 1, parameters } as const;

type Params = ParsedPathParams<typeof sendCustomerSignInLinkEndpoint>;
type Because = ParsedRequestBody<typeof sendCustomerSignInLinkEndpoint>;

/** Each action needs a reason, which is audited with it. */
@ApiTags('Support')
@Controller()
export class StaffCustomerActionsController {
  constructor(@Inject(CustomerSupportActionService) private readonly actions: CustomerSupportActionService) {}

  @ServesEndpoint(sendCustomerSignInLinkEndpoint, { ...rules, summary: 'Sends a sign-in link to a customer' })
  sendSignInLink(
    @CurrentContext() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<EndpointAnswerBody<typeof sendCustomerSignInLinkEndpoint>> {
    return this.actions.sendSignInLink(context, userId, body);
  }

  @ServesEndpoint(returnCustomerCreditEndpoint, {
    ...rules,
    summary: 'Returns the credit for this period’s full check to a customer',
  })
  returnCredit(
    @CurrentContext() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<EndpointAnswerBody<typeof returnCustomerCreditEndpoint>> {
    return this.actions.returnCredit(context, userId, body);
  }

  @ServesEndpoint(cancelCustomerMembershipEndpoint, {
    ...rules,
    summary: 'Cancels a customer’s membership, with the refund that the rules provide',
    description: 'Does exactly what was shown: if the membership or the refund has changed since, nothing is done.',
  })
  cancel(
    @CurrentContext() context: Context,
    @Param() { userId }: Params,
    @Body() body: ParsedRequestBody<typeof cancelCustomerMembershipEndpoint>,
  ): Promise<EndpointAnswerBody<typeof cancelCustomerMembershipEndpoint>> {
    return this.actions.cancel(context, userId, body);
  }

  @ServesEndpoint(unsubscribeCustomerEndpoint, {
    ...rules,
    summary: 'Unsubscribes a customer from reminders and the newsletter',
  })
  optOutOfAllStreams(
    @CurrentContext() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<EndpointAnswerBody<typeof unsubscribeCustomerEndpoint>> {
    return this.actions.optOutOfAllStreams(context, userId, body);
  }

  @ServesEndpoint(startCustomerDataExportEndpoint, {
    ...rules,
    summary: 'Starts an export of a customer’s personal data',
    description: 'The customer receives an e-mail when it is ready in their account. Staff cannot see it.',
  })
  makeCopy(
    @CurrentContext() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<EndpointAnswerBody<typeof startCustomerDataExportEndpoint>> {
    return this.actions.makeCopy(context, userId, body);
  }

  @ServesEndpoint(deleteCustomerAccountEndpoint, {
    ...rules,
    summary: 'Deletes a customer’s account',
    description:
      'Same effect as by its owner: the membership ends immediately, with the refund that the rules provide.',
  })
  delete(
    @CurrentContext() context: Context,
    @Param() { userId }: Params,
    @Body() body: ParsedRequestBody<typeof deleteCustomerAccountEndpoint>,
  ): Promise<EndpointAnswerBody<typeof deleteCustomerAccountEndpoint>> {
    return this.actions.delete(context, userId, body);
  }

  @ServesEndpoint(endCustomerSessionEndpoint, {
    ...rules,
    summary: 'Signs a customer out of one browser',
    parameters: { ...parameters, sessionId: 'The id of the session' },
  })
  endSession(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof endCustomerSessionEndpoint>,
    @Body() body: Because,
  ): Promise<EndpointAnswerBody<typeof endCustomerSessionEndpoint>> {
    return this.actions.endSession(context, params, body);
  }

  @ServesEndpoint(endCustomerSessionsEndpoint, { ...rules, summary: 'Signs a customer out of every browser' })
  endSessions(
    @CurrentContext() context: Context,
    @Param() { userId }: Params,
    @Body() body: Because,
  ): Promise<EndpointAnswerBody<typeof endCustomerSessionsEndpoint>> {
    return this.actions.endSessions(context, userId, body);
  }
}
