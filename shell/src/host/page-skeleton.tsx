import { Page, Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { messages } from './messages.en-gb.ts';

/** Placeholder for a page while its remote loads. */
export function PageSkeleton() {
  return (
    <Page>
      <title>{messages.title}</title>
      <LoadingSkeleton label={messages.loading}>
        <Stack $gap={16}>
          <Skeleton $width="55%" $height="2.25rem" />
          <Skeleton $height="1.25rem" />
          <Skeleton $width="80%" $height="1.25rem" />
          <Skeleton $height="12rem" />
        </Stack>
      </LoadingSkeleton>
    </Page>
  );
}
