import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Text } from '@ve/ui/text/text';
import { type ComponentType, lazy, Suspense } from 'react';

const words = {
  loading: 'Loading',
  notLoaded: 'This part of the page did not load.',
  reload: 'Reload the page',
};

const NotLoaded = () => (
  <Stack $gap={12} $align="start">
    <Text>{words.notLoaded}</Text>
    <Button variant="secondary" onClick={() => location.reload()}>
      {words.reload}
    </Button>
  </Stack>
);

/** A part that is loaded when it is first shown; `height` is that of its skeleton. Only it says when it did not load. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>, height = '12rem'): ComponentType<P> {
  const Part = lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotLoaded };
    }
  });
  return function LatePart(props: P) {
    return (
      <Suspense
        fallback={
          <Loading label={words.loading}>
            <Skeleton $height={height} />
          </Loading>
        }
      >
        <Part {...props} />
      </Suspense>
    );
  };
}
