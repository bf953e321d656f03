import { Asking } from '@ve/ui/fact-list/asking';
import { Stack } from '@ve/ui/layout/layout';
import { Skeleton } from '@ve/ui/skeleton/skeleton';

/** In the place of what DVSA has not told yet: MOT tests, mileage. */
export function AskingBlock() {
  return (
    <Stack $gap={16}>
      <Asking sources={['DVSA']} />
      <Skeleton />
      <Skeleton $width="86%" />
      <Skeleton $width="72%" />
    </Stack>
  );
}
