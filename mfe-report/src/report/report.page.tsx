import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { addFullCheckOnlyFacts } from '@ve/domain/vehicle/record/locked-facts';
import { ApiError } from '@ve/mfe-kit/api';
import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { useSearchParams } from '@ve/mfe-kit/router';
import { useEffect, useMemo } from 'react';
import { preloadVerdictNotes } from './decision/use-verdict-notes.ts';
import { pendingSources, markPendingAsUnavailable, unavailableSections } from './pending/pending-sources.ts';
import { LazySlowFetchOptions, PendingSourcesNotice } from './pending/pending-sources-notice.tsx';
import { useSlowFetch } from './pending/use-slow-fetch.ts';
import { LazyReport, preloadReport } from './lazy-report.tsx';
import { ReportLoading } from './loading/report-loading.tsx';
import { messages } from './messages.en-gb.ts';
import type { AnswerMailProps } from './outcomes/answer-mail.tsx';
import type { RateLimitedProps } from './outcomes/rate-limited-page.tsx';
import type { VehicleFetchFailedPageProps } from './outcomes/fetch-failed.tsx';
import type { InvalidRegistrationProps } from './outcomes/invalid-registration-page.tsx';
import { useVehicleReport } from './report.query.ts';
import { useSavedReportState, useSaveReport } from './saved/saved-report.query.ts';
import type { UnreadSavedReportBannerProps } from './saved/unread-saved-report-banner.tsx';
import type { ReportInfoTilesProps } from './summary/info-tiles.tsx';
import type { PartialReportNoteProps } from './summary/partial-report-note.tsx';
import { FullCheckUnlockProvider } from './unlock/unlock-provider.tsx';

const InfoTiles = lazyComponent<ReportInfoTilesProps>(
  async () => (await import('./summary/info-tiles.tsx')).ReportInfoTiles,
  '5rem',
);
const PartialNote = lazyComponent<PartialReportNoteProps>(
  async () => (await import('./summary/partial-report-note.tsx')).PartialReportNote,
  '9rem',
);
const SaveFailedBanner = lazyComponent<object>(
  async () => (await import('./saved/save-failed-banner.tsx')).SaveFailedBanner,
  '6rem',
);
const UnreadSavedReportBanner = lazyComponent<UnreadSavedReportBannerProps>(
  async () => (await import('./saved/unread-saved-report-banner.tsx')).UnreadSavedReportBanner,
  '9rem',
);
const loadFailed = () => import('./outcomes/fetch-failed.tsx');
const Failed = lazyComponent<VehicleFetchFailedPageProps>(async () => (await loadFailed()).VehicleFetchFailedPage);
const AnswerMail = lazyComponent<AnswerMailProps>(
  async () => (await import('./outcomes/answer-mail.tsx')).AnswerMail,
  '18rem',
);
const RateLimited = lazyComponent<RateLimitedProps>(
  async () => (await import('./outcomes/rate-limited-page.tsx')).RateLimitedPage,
);
const NotFound = lazyComponent<{ registration: string; message: string }>(
  async () => (await import('./outcomes/vehicle-not-found-page.tsx')).VehicleNotFoundPage,
);
const InvalidRegistration = lazyComponent<InvalidRegistrationProps>(
  async () => (await import('./outcomes/invalid-registration-page.tsx')).InvalidRegistrationPage,
);
const NoRegistration = lazyComponent<object>(
  async () => (await import('./outcomes/no-registration-page.tsx')).NoRegistrationPage,
);

/** `/report?reg=`: the report on the registration in the query string, in any format. */
export function ReportPage() {
  const [parameters] = useSearchParams();
  const typed = parameters.get('reg') ?? '';
  const parsed = parseRegistration(typed);
  if (parsed.ok) return <VehicleReport key={parsed.registration} registration={parsed.registration} />;
  if (parsed.reason === 'blank') return <NoRegistration />;
  return <InvalidRegistration typed={typed} reason={parsed.reason} />;
}

function VehicleReport({ registration }: { registration: string }) {
  const { data, error, progress, progressedAt, isFetching, dataUpdatedAt, refetch } = useVehicleReport(registration);
  const own = useSavedReportState(registration);
  const { fullCheck, unlocked } = own;
  const isSaveFailed = useSaveReport(registration, data?.outcome === 'found');
  const tryAgain = () => void refetch();
  // Preloaded, so that a page without a connection can still show the failure.
  useEffect(() => {
    preloadReport();
    loadFailed().catch(() => undefined);
    void preloadVerdictNotes();
  }, []);
  const slow = useSlowFetch(registration, data === undefined && error === null, tryAgain);
  const partial = progress?.partial ?? null;
  const hasEnded = data === undefined && error !== null;
  // The available data stay on the page after any outcome of the fetch.
  const ended = useMemo(
    () => (hasEnded && partial !== null ? markPendingAsUnavailable(partial.record) : null),
    [hasEnded, partial],
  );
  const known = ended ?? (data?.outcome === 'found' ? data.record : (partial?.record ?? null));
  const record = useMemo(
    () => (known === null || unlocked === null ? known : addFullCheckOnlyFacts(known, unlocked)),
    [known, unlocked],
  );

  const loading = (
    <>
      <PageTitle title={messages.title(formatRegistration(registration))} />
      <ReportLoading registration={registration} steps={progress?.steps ?? null}>
        {slow.isSlow ? <LazySlowFetchOptions slow={slow} /> : null}
      </ReportLoading>
    </>
  );

  if (data?.outcome === 'not-found') return <NotFound registration={registration} message={data.message} />;
  const shown = data ?? partial;
  // Without it, the verdict of a car that this reader has had checked would say for a moment that it is not checked.
  if (shown !== null && record !== null && own.status !== 'loading') {
    const asking = pendingSources(record);
    const missing = unavailableSections(record);
    const refresh = async () => {
      const { isError, data: read } = await refetch();
      return !isError && read?.outcome === 'found' ? read.record : null;
    };
    return (
      <FullCheckUnlockProvider registration={registration}>
        <LazyReport
          loading={loading}
          record={record}
          fullCheck={fullCheck}
          today={shown.asOf}
          banner={
            own.status === 'error' ? (
              <UnreadSavedReportBanner isFetching={own.isFetching} onTryAgain={() => void own.refresh()} />
            ) : null
          }
          notes={
            <>
              {isSaveFailed && own.status !== 'error' ? <SaveFailedBanner /> : null}
              {missing.length === 0 ? null : (
                <PartialNote sections={missing} isFetching={isFetching} onTryAgain={tryAgain} />
              )}
            </>
          }
          tiles={
            <InfoTiles
              registration={registration}
              createdAt={own.report?.createdAt ?? record.fetchedAt}
              loadedAt={new Date(data === undefined ? progressedAt : dataUpdatedAt)}
              vehicle={{ refresh, askedAt: record.fetchedAt, isFetching }}
            />
          }
          progress={asking.length === 0 ? null : <PendingSourcesNotice sources={asking} slow={slow} />}
        />
      </FullCheckUnlockProvider>
    );
  }
  if (error instanceof ApiError && error.code === 'registration-invalid') {
    return <InvalidRegistration typed={registration} reason={{ input: error.title }} />;
  }
  if (error instanceof ApiError && (error.code === 'busy' || error.code === 'too-many-requests')) {
    return <RateLimited registration={registration} reason={error.title} onTryAgain={tryAgain} />;
  }
  if (error !== null) {
    const mailOffer = <AnswerMail registration={registration} onReady={tryAgain} />;
    return <Failed registration={registration} error={error} onTryAgain={tryAgain} mailOffer={mailOffer} />;
  }
  return loading;
}
