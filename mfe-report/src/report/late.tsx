import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { Text } from '@ve/ui/text/text';
import { type ComponentType, lazy, Suspense } from 'react';
import { messages } from './messages.en-gb.ts';

function NotLoaded() {
  return (
    <Stack $gap={12} $align="start">
      <Text>{messages.partNotLoaded}</Text>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {messages.reload}
      </Button>
    </Stack>
  );
}

/**
 * A part that the first view does without, loaded after it; `height` is that of its skeleton. If it cannot be loaded, only
 * that part says so.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>, height = '12rem'): ComponentType<P> {
  const Part = lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotLoaded };
    }
  });
  return function LatePart(props: P) {
    return (
      <Suspense fallback={<Skeleton $height={height} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
