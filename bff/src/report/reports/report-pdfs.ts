import { type EndpointAnswerBody, buildEndpointPath } from '@ve/contracts/endpoint';
import {
  type makeReportPdfEndpoint,
  readReportPdfEndpoint,
  readReportPdfFileEndpoint,
  type ReportPdfStatus,
} from '@ve/contracts/http/report/report-pdfs';
import type { Context } from '@ve/data/kernel/context';
import {
  findReportPdf,
  findReportPdfContent as readPdf,
  type ReportPdfRow,
} from '@ve/data/report/report-pdf.repository';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { requestPdfOfReport } from '@ve/app/report/render-report-pdf';
import { ProblemError } from '@ve/app/kernel/problem-error';

const toReportPdf = ({ id, status }: ReportPdfRow): ReportPdfStatus => ({
  outcome: status,
  id,
  self: buildEndpointPath(readReportPdfEndpoint, { id }),
  file: status === 'ready' ? buildEndpointPath(readReportPdfFileEndpoint, { id }) : null,
});

/** @throws ProblemError as `requestPdfOfReport` */
export async function makeReportPdf(
  context: Context,
  userId: string,
  registration: string,
): Promise<EndpointAnswerBody<typeof makeReportPdfEndpoint>> {
  const requested = await requestPdfOfReport(context, { userId, registration });
  return requested.outcome === 'no-record' ? requested : toReportPdf(requested.pdf);
}

/** @throws ProblemError `not-found` for an unknown id, and equally for another customer's PDF */
export async function findReportPdfStatus(
  { em }: Pick<Context, 'em'>,
  userId: string,
  id: string,
): Promise<ReportPdfStatus> {
  const row = await findReportPdf(em, userId, id);
  if (row === null) throw new ProblemError('not-found');
  return toReportPdf(row);
}

/** The file with its name. @throws ProblemError `not-found`, also for one that is not ready */
export async function openReportPdf(
  { em }: Pick<Context, 'em'>,
  userId: string,
  id: string,
): Promise<{ name: string; content: Uint8Array }> {
  const pdf = await readPdf(em, userId, id);
  if (pdf === null) throw new ProblemError('not-found');
  return { name: `${pdf.registration}-report-${londonDate(pdf.finishedAt)}.pdf`, content: pdf.content };
}
