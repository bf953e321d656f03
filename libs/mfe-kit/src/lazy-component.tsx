import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Text } from '@ve/ui/text/text';
import { type ComponentType, lazy, Suspense } from 'react';

const messages = {
  notLoaded: 'This part of the page did not load.',
  reload: 'Reload the page',
};

const NotLoaded = () => (
  <Stack $gap={12} $align="start">
    <Text>{messages.notLoaded}</Text>
    <Button variant="secondary" onClick={() => location.reload()}>
      {messages.reload}
    </Button>
  </Stack>
);

/**
 * A part whose code is loaded when it is first shown; if that fails, only this part shows an error. `height` is that of
 * its skeleton; `label` is announced while it loads, for a part that the visitor opened.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  height = '12rem',
  label?: string,
): ComponentType<P> {
  const Part = lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotLoaded };
    }
  });
  const skeleton = <Skeleton $height={height} />;
  const fallback = label === undefined ? skeleton : <LoadingSkeleton label={label}>{skeleton}</LoadingSkeleton>;
  return function LatePart(props: P) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}
