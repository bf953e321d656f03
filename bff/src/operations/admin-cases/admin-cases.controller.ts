import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { assignCaseByStaff } from '@ve/app/operations/assign-case';
import { answerCaseByStaff, closeCaseByStaff } from '@ve/app/operations/end-case';
import type { ParsedRequestBody, ParsedPathParams, ParsedRequestQuery } from '@ve/contracts/endpoint';
import {
  answerCase,
  assignCase,
  type CaseAssignmentOutcome,
  type CaseEndingOutcome,
  type CaseListPage,
  closeCase,
  listCases,
} from '@ve/contracts/http/operations/admin-cases';
import type { Context } from '@ve/data/kernel/context';
import { longTextBodyLimit } from '../../http/body-limits.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { AdminCasesService } from './admin-cases.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;
const parameters = { reference: 'The reference of the case, such as `VE-7K3M9QXA`' };

@ApiTags('Staff: records')
@Controller()
export class AdminCasesController {
  constructor(@Inject(AdminCasesService) private readonly cases: AdminCasesService) {}

  @ServesEndpoint(listCases, {
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
    @Query() query: ParsedRequestQuery<typeof listCases>,
  ): Promise<CaseListPage> {
    return this.cases.list(context, query);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(answerCase, { ...rules, bodyLimit: longTextBodyLimit, summary: 'Answers a case, once', parameters })
  answer(
    @CurrentContext() context: Context,
    @Param() { reference }: ParsedPathParams<typeof answerCase>,
    @Body() given: ParsedRequestBody<typeof answerCase>,
  ): Promise<CaseEndingOutcome> {
    return answerCaseByStaff(context, { reference, given });
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(closeCase, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Closes a case without an answer, once',
    parameters,
  })
  close(
    @CurrentContext() context: Context,
    @Param() { reference }: ParsedPathParams<typeof closeCase>,
    @Body() given: ParsedRequestBody<typeof closeCase>,
  ): Promise<CaseEndingOutcome> {
    return closeCaseByStaff(context, { reference, given });
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(assignCase, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Assigns a case to an admin, or to no one',
    parameters,
  })
  assign(
    @CurrentContext() context: Context,
    @Param() { reference }: ParsedPathParams<typeof assignCase>,
    @Body() given: ParsedRequestBody<typeof assignCase>,
  ): Promise<CaseAssignmentOutcome> {
    return assignCaseByStaff(context, { reference, ...given });
  }
}
