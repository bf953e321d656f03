import type { ReleaseOverrideAnswer } from '@ve/contracts/http/operations/admin-override';
import type { ReleaseOverrideTargets } from '@ve/contracts/override';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import type { FormSubmissionState } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { releaseOverrideMessages as messages } from './override-messages.en-gb.ts';

/** Why no override was set. A successful one is seen on the page that loads. */
export function ReleaseOverrideFailure({
  submission,
}: {
  submission: FormSubmissionState<ReleaseOverrideTargets, ReleaseOverrideAnswer>;
}) {
  if (submission.state === 'failed') return <FormFailure title={messages.failed} error={submission.error} />;
  if (submission.state !== 'done' || submission.answer.outcome === 'set') return null;
  const { answer } = submission;
  if (answer.outcome === 'no-session') {
    return (
      <Banner tone="warn" role="alert" title={messages.refused}>
        {messages.noSession}
      </Banner>
    );
  }
  const unfit = answer.remotes.filter(({ problem }) => problem !== null);
  return (
    <Banner tone="warn" role="alert" title={messages.refused}>
      {unfit.flatMap((remote) => [messages.problem(remote), ...remote.why]).join(' ')}
    </Banner>
  );
}
