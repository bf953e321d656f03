import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Button } from '@ve/ui/button/button';
import type { usePagedList } from './use-paged-list.ts';

const messages = { older: 'Show older', loading: 'Loading…', failed: 'We couldn’t load older entries' };

type OlderProps = Pick<ReturnType<typeof usePagedList>, 'hasOlder' | 'showOlder' | 'isBusy' | 'error'>;

/** The button that appends the next page to a list. */
export const LoadMoreButton = ({ hasOlder, showOlder, isBusy, error }: OlderProps) => (
  <>
    {error === null ? null : <FormFailure title={messages.failed} error={error} />}
    {hasOlder ? (
      <div>
        <Button variant="secondary" busy={isBusy} busyLabel={messages.loading} onClick={showOlder}>
          {messages.older}
        </Button>
      </div>
    ) : null}
  </>
);
