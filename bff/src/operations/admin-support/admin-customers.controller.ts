import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody, ParsedPathParams } from '@ve/contracts/endpoint';
import {
  type CustomerSupportFile,
  type CustomerSearchResult,
  readCustomerSupportFileEndpoint,
  searchCustomersEndpoint,
} from '@ve/contracts/http/operations/admin-customers';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { SupportCustomerFileService } from './customer-file.service.ts';
import { CustomerSearchService } from './customer-search.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Support')
@Controller()
export class AdminCustomersController {
  constructor(
    @Inject(CustomerSearchService) private readonly searches: CustomerSearchService,
    @Inject(SupportCustomerFileService) private readonly files: SupportCustomerFileService,
  ) {}

  @ServesEndpoint(searchCustomersEndpoint, {
    ...rules,
    summary: 'Finds accounts by e-mail address, name, registration or Stripe id',
    description: 'The kind of search depends on the text. The audit log records the ids found, not the text.',
  })
  search(
    @CurrentContext() context: Context,
    @Body() { term }: ParsedRequestBody<typeof searchCustomersEndpoint>,
  ): Promise<CustomerSearchResult> {
    return this.searches.search(context, term);
  }

  /** @throws ProblemError `not-found` */
  @ServesEndpoint(readCustomerSupportFileEndpoint, {
    ...rules,
    summary: 'Returns everything that support needs about an account',
    description: 'A section that cannot be read is null. Each read is recorded in the audit log.',
    parameters: { userId: 'The id of the account' },
  })
  read(
    @CurrentContext() context: Context,
    @Param() { userId }: ParsedPathParams<typeof readCustomerSupportFileEndpoint>,
  ): Promise<CustomerSupportFile> {
    return this.files.read(context, userId);
  }
}
