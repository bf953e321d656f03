import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { releaseOverrideMessages as messages } from './override-messages.en-gb.ts';
import { ReleaseOverrideFailure } from './override-outcome.tsx';
import { usePreviewReleaseOnSite } from './override.query.ts';

interface PreviewOnSiteProps {
  name: string;
  version: string;
  visit?: () => void;
}

/** Previews one release on the site, for the current member of staff only. */
export function PreviewReleaseOnSiteButton({ name, version, visit }: PreviewOnSiteProps) {
  const { submission, submit } = usePreviewReleaseOnSite(visit);
  return (
    <Stack $gap={8} $align="start">
      <Button
        variant="secondary"
        aria-label={messages.submitNamed(name, version)}
        busy={submission.state === 'busy'}
        busyLabel={messages.busy}
        onClick={() => void submit({ [name]: { version } })}
      >
        {messages.submit}
      </Button>
      <ReleaseOverrideFailure submission={submission} />
    </Stack>
  );
}
