import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { answerComplaintByStaff, answerDisputeByStaff } from '@ve/app/operations/answer-case';
import type { BodyOf, ParamsOf } from '@ve/contracts/endpoint';
import {
  answerComplaintCase,
  answerDisputeCase,
  type CaseOutcome,
  listOpenCases,
  type OpenCases,
} from '@ve/contracts/http/operations/admin-complaints';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { AdminComplaintsService } from './admin-complaints.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: records')
@Controller()
export class AdminComplaintsController {
  constructor(@Inject(AdminComplaintsService) private readonly complaints: AdminComplaintsService) {}

  @ServesEndpoint(listOpenCases, {
    ...rules,
    summary: 'Lists unanswered complaints and data disputes, the earliest due first',
    description: 'Each read is recorded in the audit log.',
  })
  list(@CurrentContext() context: Context): Promise<OpenCases> {
    return this.complaints.list(context);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(answerComplaintCase, {
    ...rules,
    summary: 'Answers a complaint, once',
    parameters: { reference: 'The reference of the complaint, such as `VE-7K3M9QXA`' },
  })
  answerComplaint(
    @CurrentContext() context: Context,
    @Param() { reference }: ParamsOf<typeof answerComplaintCase>,
    @Body() given: BodyOf<typeof answerComplaintCase>,
  ): Promise<CaseOutcome> {
    return answerComplaintByStaff(context, { reference, given });
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(answerDisputeCase, {
    ...rules,
    summary: 'Answers a data dispute, once',
    parameters: { id: 'The id of the dispute, from the list' },
  })
  answerDispute(
    @CurrentContext() context: Context,
    @Param() { id }: ParamsOf<typeof answerDisputeCase>,
    @Body() given: BodyOf<typeof answerDisputeCase>,
  ): Promise<CaseOutcome> {
    return answerDisputeByStaff(context, { id, given });
  }
}
