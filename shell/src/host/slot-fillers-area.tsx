import type { RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import type { SlotPlace } from '@ve/mfe-kit/slot';
import { colour, media, radius, space } from '@ve/ui/theme/theme';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { SlotFiller } from './slot-filler.tsx';
import { ReservedHeight } from './reserved-height.tsx';
import { nameAndVersionOf } from './remote-area.tsx';
import type { RemoteHost } from './remote-host.ts';
import { useIsNearViewport, useCanShrinkSafely } from './viewport.ts';

const Place = styled(ReservedHeight)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
  &:focus {
    outline: none;
  }
  /* What is not there yet looks like what is coming, not like something missing. */
  &[data-waiting] {
    border-radius: ${radius.card};
    background: ${colour('sunken')};
    ${media.print} {
      background: none;
    }
  }
  /* Nothing has anything to say: no gap either. */
  &[data-settled]:empty {
    display: none;
  }
`;

interface SlotFillersAreaProps {
  host: RemoteHost;
  place: SlotPlace;
  fillers: readonly RemoteRegistryEntry[];
}

/**
 * A slot with all its fillers. They start to load when the slot is within a screen of the viewport. Its height is kept
 * until every filler has rendered or failed, and longer while it is in view, so that the text being read does not move;
 * until then it is drawn as a skeleton.
 */
export function SlotFillersArea({ host, place, fillers }: SlotFillersAreaProps) {
  const element = useRef<HTMLDivElement>(null);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const settle = useCallback((name: string) => {
    setSettled((before) => new Set(before).add(name));
  }, []);
  const isNear = useIsNearViewport(element);
  const isSettled = fillers.every(({ name }) => settled.has(name));
  const mayShrink = useCanShrinkSafely(element, isNear && isSettled);
  const slots: ReactNode = fillers.map((entry) => (
    <SlotFiller
      key={entry.name}
      host={host}
      entry={entry}
      place={place}
      onSettled={settle}
      onRetried={() => element.current?.focus()}
    />
  ));
  return (
    <Place
      ref={element}
      tabIndex={-1}
      $height={mayShrink ? '0' : place.size}
      // Read by the devtools panel.
      data-ve-slot={place.offered.map(({ name }) => name).join(', ')}
      data-ve-fillers={fillers.map(nameAndVersionOf).join(' ')}
      {...(isSettled ? {} : { 'data-waiting': '' })}
      {...(mayShrink ? { 'data-settled': '' } : {})}
    >
      {isNear ? slots : null}
    </Place>
  );
}
