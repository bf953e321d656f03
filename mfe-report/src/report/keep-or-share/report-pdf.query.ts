import { useMutation, useQuery } from '@tanstack/react-query';
import {
  makeReportPdfEndpoint,
  readReportPdfEndpoint,
  type ReportPdfStatus,
} from '@ve/contracts/http/report/report-pdfs';
import { type ApiError, callApi } from '@ve/mfe-kit/api';

/**
 * The polling intervals in the first minute and after it, in milliseconds: after a minute the PDF probably waits behind
 * others.
 */
const [soonMs, laterMs] = [1_500, 5_000];
const fastReads = 40;
/**
 * The maximum number of polls: a quarter of an hour. After that the service treats the PDF as lost, and creates it
 * again on request.
 */
const maxPdfReads = fastReads + (15 * 60_000 - fastReads * soonMs) / laterMs;

export interface ReportPdfProgress {
  state: 'idle' | 'making' | 'ready' | 'failed' | 'no-record';
  /** The URL of the file when it is ready. */
  file: string | null;
  /** Why it failed, if the service reports it. */
  error: ApiError | null;
  make: () => void;
}

/** Requests a PDF of the signed-in user's saved report, and polls until it is ready. */
export function useReportPdf(registration: string): ReportPdfProgress {
  const { mutate, isPending, data, error, submittedAt } = useMutation<
    ReportPdfStatus | { outcome: 'no-record' },
    ApiError
  >({
    mutationFn: () => callApi(makeReportPdfEndpoint, { params: { registration } }),
  });
  const ordered = data !== undefined && data.outcome !== 'no-record' ? data : null;
  // A PDF that failed keeps its id when it is created again.
  const queryKey = ['report-pdf', ordered?.id ?? null, submittedAt];
  const { data: read, error: lost } = useQuery({
    queryKey,
    queryFn: ({ signal, client }) => {
      if ((client.getQueryState(queryKey)?.dataUpdateCount ?? 0) >= maxPdfReads)
        throw new Error('the PDF was not made');
      return callApi(readReportPdfEndpoint, { params: { id: ordered?.id ?? '' }, signal });
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
    state: stateOf({
      isPending,
      hasFailed: error !== null || lost !== null,
      hasNoRecord: data?.outcome === 'no-record',
      pdf,
    }),
    file: pdf?.file ?? null,
    error,
    make: () => mutate(),
  };
}

function stateOf({
  isPending,
  hasFailed,
  hasNoRecord,
  pdf,
}: {
  isPending: boolean;
  hasFailed: boolean;
  hasNoRecord: boolean;
  pdf: ReportPdfStatus | null;
}): ReportPdfProgress['state'] {
  if (isPending) return 'making';
  if (hasFailed) return 'failed';
  if (hasNoRecord) return 'no-record';
  return pdf?.outcome ?? 'idle';
}
