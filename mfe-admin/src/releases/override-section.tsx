import type { ReleaseOverrideStatus } from '@ve/contracts/http/operations/admin-override';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { ReleaseOverrideForm } from './override-form.tsx';
import { releaseOverrideMessages as messages } from './override-messages.en-gb.ts';
import { ReleaseOverrideFailure } from './override-outcome.tsx';
import { endReleaseOverride, useReleaseOverride, usePreviewReleaseOnSite } from './override.query.ts';

interface Loads {
  /** Loads the site's first page. */
  visit: (() => void) | undefined;
  /** Reloads this page. */
  reload: (() => void) | undefined;
}

const reloadPage = (): void => {
  location.reload();
};

/** The session's overrides, with the button that ends them. */
function Set({
  status,
  reload = reloadPage,
}: Pick<Loads, 'reload'> & { status: ReleaseOverrideStatus & { outcome: 'set' } }) {
  const { submission, submit } = useFormSubmission(() => endReleaseOverride().then(reload));
  const unfit = status.remotes.filter(({ problem }) => problem !== null);
  return (
    <Stack $gap={12}>
      <Banner
        tone="info"
        title={messages.now(status.remotes)}
        actions={
          <Button
            variant="secondary"
            busy={submission.state === 'busy'}
            busyLabel={messages.ending}
            onClick={() => void submit(undefined)}
          >
            {messages.end}
          </Button>
        }
      >
        {unfit.map((remote) => messages.problem(remote)).join(' ')}
      </Banner>
      <SubmissionFailure title={messages.endFailed} submission={submission} />
    </Stack>
  );
}

/** The bar with its panel, on pages as visitors see them. */
function PreviewPanel({ visit }: Pick<Loads, 'visit'>) {
  const { submission, submit } = usePreviewReleaseOnSite(visit);
  return (
    <Stack $gap={8}>
      <MutedText>{messages.panelHint}</MutedText>
      <ReleaseOverrideFailure submission={submission} />
      <Row>
        <Button
          variant="secondary"
          busy={submission.state === 'busy'}
          busyLabel={messages.busy}
          onClick={() => void submit({})}
        >
          {messages.panel}
        </Button>
      </Row>
    </Stack>
  );
}

function ServiceStatus({ status, visit, reload }: Loads & { status: ReleaseOverrideStatus }) {
  return status.outcome === 'set' ? <Set status={status} reload={reload} /> : <PreviewPanel visit={visit} />;
}

/** The session's overrides of live releases, and the form to add one. */
export function ReleaseOverrideSection({ visit, reload }: Partial<Loads>) {
  const { data, isError } = useReleaseOverride();
  return (
    <Stack $gap={16}>
      <Heading level={2} size="s">
        {messages.title}
      </Heading>
      <Text>{messages.intro}</Text>
      {data === undefined ? null : <ServiceStatus status={data} visit={visit} reload={reload} />}
      {isError ? (
        <Banner tone="warn" title={messages.readFailed}>
          {messages.readFailedText}
        </Banner>
      ) : null}
      <ReleaseOverrideForm {...(visit ? { visit } : {})} />
    </Stack>
  );
}
