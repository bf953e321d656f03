import { Controller, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedPathParams } from '@ve/contracts/endpoint';
import {
  makeReportPdfEndpoint,
  readReportPdfEndpoint,
  readReportPdfFileEndpoint,
  type ReportPdfStatus,
} from '@ve/contracts/http/report/report-pdfs';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { makeReportPdf, findReportPdfStatus, openReportPdf } from './report-pdfs.ts';

const parameters = { id: 'The `id` from the response that started it' };

@ApiTags('Reports')
@Controller()
export class ReportPdfController {
  @ServesEndpoint(makeReportPdfEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Starts a PDF of the customer’s report',
    description:
      'Made from the saved report and the latest record of its vehicle, as of today. A PDF with the same content is ' +
      'reused. Limited to five new PDFs per account at once, then two an hour.',
    parameters: { registration: 'The registration as entered' },
  })
  async make(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof makeReportPdfEndpoint>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointAnswerBody<typeof makeReportPdfEndpoint>> {
    const pdf = await makeReportPdf(context, userIdOfActor(context), registration);
    if (pdf.outcome === 'making') void reply.status(202).header('location', pdf.self);
    return pdf;
  }

  @ServesEndpoint(readReportPdfEndpoint, {
    audience: 'customer',
    limitShare: 5,
    summary: 'Returns the state of a PDF',
    parameters,
  })
  read(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof readReportPdfEndpoint>,
  ): Promise<ReportPdfStatus> {
    return findReportPdfStatus(context, userIdOfActor(context), id);
  }

  @ServesEndpoint(readReportPdfFileEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Downloads a PDF',
    parameters,
  })
  async file(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof readReportPdfFileEndpoint>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointAnswerBody<typeof readReportPdfFileEndpoint>> {
    const { name, content } = await openReportPdf(context, userIdOfActor(context), id);
    void reply.headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    return content;
  }
}
