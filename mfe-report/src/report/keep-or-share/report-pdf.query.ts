import { useMutation, useQuery } from '@tanstack/react-query';
import { makeReportPdf, readReportPdf, type ReportPdf } from '@ve/contracts/http/report/report-pdfs';
import { type ApiError, callApi } from '@ve/mfe-kit/api';

/** How often a PDF that is being made is asked about, in milliseconds; and one that waits behind others, after a minute. */
const [soonMs, laterMs] = [1_500, 5_000];
const fastReads = 40;
/** How often at most: a quarter of an hour. After that the service counts it as lost, and makes it again when it is asked to. */
const maxPdfReads = fastReads + (15 * 60_000 - fastReads * soonMs) / laterMs;

export interface PdfProgress {
  state: 'idle' | 'making' | 'ready' | 'failed' | 'no-record';
  /** Where the file is, when it is ready. */
  file: string | null;
  /** Why it failed, where the service says so. */
  error: ApiError | null;
  make: () => void;
}

/** Has a PDF of the signed-in user's saved report made, and follows it until it is ready. */
export function useReportPdf(registration: string): PdfProgress {
  const { mutate, isPending, data, error, submittedAt } = useMutation<ReportPdf | { outcome: 'no-record' }, ApiError>({
    mutationFn: () => callApi(makeReportPdf, { params: { registration } }),
  });
  const ordered = data !== undefined && data.outcome !== 'no-record' ? data : null;
  // One that failed has the same id when it is made again.
  const queryKey = ['report-pdf', ordered?.id ?? null, submittedAt];
  const { data: read, error: lost } = useQuery({
    queryKey,
    queryFn: ({ signal, client }) => {
      if ((client.getQueryState(queryKey)?.dataUpdateCount ?? 0) >= maxPdfReads)
        throw new Error('the PDF was not made');
      return callApi(readReportPdf, { params: { id: ordered?.id ?? '' }, signal });
    },
    enabled: ordered?.outcome === 'making',
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.data?.outcome === 'ready' || state.data?.outcome === 'failed'
        ? false
        : state.dataUpdateCount < fastReads
          ? soonMs
          : laterMs,
    staleTime: 0,
  });
  const pdf = ordered?.outcome === 'making' ? (read ?? ordered) : ordered;
  return {
    state: stateOf(isPending, error !== null || lost !== null, data?.outcome === 'no-record', pdf),
    file: pdf?.file ?? null,
    error,
    make: () => mutate(),
  };
}

function stateOf(
  isPending: boolean,
  hasFailed: boolean,
  hasNoRecord: boolean,
  pdf: ReportPdf | null,
): PdfProgress['state'] {
  if (isPending) return 'making';
  if (hasFailed) return 'failed';
  if (hasNoRecord) return 'no-record';
  return pdf?.outcome ?? 'idle';
}
