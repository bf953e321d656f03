import { formatRegistration } from '@ve/domain/registration/format-registration';
import { parseRegistration } from '@ve/domain/registration/parse-registration';
import { ApiError } from '@ve/mfe-kit/api';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { useSearchParams } from '@ve/mfe-kit/router';
import { ReportLoading } from './loading/report-loading.tsx';
import { messages } from './messages.en-gb.ts';
import { Busy } from './outcomes/busy.tsx';
import { Failed } from './outcomes/failed.tsx';
import { NoRegistration } from './outcomes/no-registration.tsx';
import { NotFound } from './outcomes/not-found.tsx';
import { Unreadable } from './outcomes/unreadable.tsx';
import { useVehicleReport } from './report.query.ts';
import { Report } from './report.tsx';
import { useSavedReport } from './saved/saved-report.query.ts';
import { PartialNote } from './summary/partial-note.tsx';
import { UnlockProvider } from './unlock/unlock-provider.tsx';

/** `/report?reg=`: the free report on the registration in the query string, in whatever form it was typed. */
export function ReportPage() {
  const [parameters] = useSearchParams();
  const typed = parameters.get('reg') ?? '';
  const parsed = parseRegistration(typed);
  if (parsed.ok) return <VehicleReport key={parsed.registration} registration={parsed.registration} />;
  if (parsed.reason === 'blank') return <NoRegistration />;
  return <Unreadable typed={typed} reason={messages.unreadable[parsed.reason]} />;
}

function VehicleReport({ registration }: { registration: string }) {
  const { data, error, steps, isFetching, dataUpdatedAt, refetch } = useVehicleReport(registration);
  const { fullCheck } = useSavedReport(registration);
  const tryAgain = () => void refetch();
  if (data?.outcome === 'found') {
    return (
      <UnlockProvider registration={registration}>
        <Report
          record={data.record}
          fullCheck={fullCheck}
          today={data.asOf}
          loadedAt={new Date(dataUpdatedAt)}
          note={<PartialNote record={data.record} isFetching={isFetching} onTryAgain={tryAgain} />}
        />
      </UnlockProvider>
    );
  }
  if (data?.outcome === 'not-found') return <NotFound registration={registration} message={data.message} />;
  if (error instanceof ApiError && error.code === 'registration-invalid') {
    return <Unreadable typed={registration} reason={error.title} />;
  }
  if (error instanceof ApiError && (error.code === 'busy' || error.code === 'too-many-requests')) {
    return <Busy registration={registration} reason={error.title} onTryAgain={tryAgain} />;
  }
  if (error !== null) {
    return <Failed registration={registration} error={error} onTryAgain={tryAgain} />;
  }
  return (
    <>
      <PageTitle title={messages.title(formatRegistration(registration))} />
      <ReportLoading registration={registration} steps={steps} />
    </>
  );
}
