import { PendingSources } from '@ve/ui/fact-list/pending-sources';
import { Stack } from '@ve/ui/layout/layout';
import { Skeleton } from '@ve/ui/skeleton/skeleton';

/** The placeholder of data that DVSA has not sent yet: MOT tests, mileage. */
export function DvsaPendingPlaceholder() {
  return (
    <Stack $gap={16}>
      <PendingSources sources={['DVSA']} />
      <Skeleton />
      <Skeleton $width="86%" />
      <Skeleton $width="72%" />
    </Stack>
  );
}
