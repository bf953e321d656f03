import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { assignCaseByStaff } from '@ve/app/operations/assign-case';
import { answerCaseByStaff, closeUnansweredCaseByStaff } from '@ve/app/operations/end-case';
import type { ParsedRequestBody, ParsedPathParams, ParsedRequestQuery } from '@ve/contracts/endpoint';
import {
  answerCaseEndpoint,
  assignCaseEndpoint,
  type CaseAssignmentOutcome,
  type CaseEndingOutcome,
  type CaseListPage,
  closeCaseEndpoint,
  listCasesEndpoint,
} from '@ve/contracts/http/operations/admin-cases';
import type { Context } from '@ve/data/kernel/context';
import { longTextBodyLimit } from '../../http/body-limits.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { listCases } from './list-cases.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;
const parameters = { reference: 'The reference of the case, such as `VE-7K3M9QXA`' };

@ApiTags('Staff: records')
@Controller()
export class AdminCasesController {
  @ServesEndpoint(listCasesEndpoint, {
    ...rules,
    summary: 'Lists open cases, the earliest due first',
    description:
      'Enquiries, complaints, data disputes and affiliate applications. Each read is recorded in the audit log.',
    parameters: {
      kind: 'Only cases of this kind',
      assignee: 'Only those of the admin with this id; `none`: only those of no one',
      reference: 'Only the case with this reference, also when it has ended',
      after: 'The cursor that the page follows',
    },
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listCasesEndpoint>,
  ): Promise<CaseListPage> {
    return listCases(context, query);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(answerCaseEndpoint, {
    ...rules,
    bodyLimit: longTextBodyLimit,
    summary: 'Answers a case, once',
    parameters,
  })
  answer(
    @CurrentContext() context: Context,
    @Param() { reference }: ParsedPathParams<typeof answerCaseEndpoint>,
    @Body() given: ParsedRequestBody<typeof answerCaseEndpoint>,
  ): Promise<CaseEndingOutcome> {
    return answerCaseByStaff(context, { reference, given });
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(closeCaseEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Closes a case without an answer, once',
    parameters,
  })
  close(
    @CurrentContext() context: Context,
    @Param() { reference }: ParsedPathParams<typeof closeCaseEndpoint>,
    @Body() given: ParsedRequestBody<typeof closeCaseEndpoint>,
  ): Promise<CaseEndingOutcome> {
    return closeUnansweredCaseByStaff(context, { reference, given });
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(assignCaseEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Assigns a case to an admin, or to no one',
    parameters,
  })
  assign(
    @CurrentContext() context: Context,
    @Param() { reference }: ParsedPathParams<typeof assignCaseEndpoint>,
    @Body() given: ParsedRequestBody<typeof assignCaseEndpoint>,
  ): Promise<CaseAssignmentOutcome> {
    return assignCaseByStaff(context, { reference, ...given });
  }
}
