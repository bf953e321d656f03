import type { RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import type { SlotPlacing } from '@ve/contracts/slots';
import type { SlotPlace } from '@ve/mfe-kit/slot';
import { Button } from '@ve/ui/button/button';
import { MutedText } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { type ComponentType, createElement, Suspense, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { nameAndVersionOf } from './remote-area.tsx';
import { RemoteErrorBoundary } from './remote-boundary.tsx';
import { RemoteError } from './remote-error.ts';
import type { RemoteHost } from './remote-host.ts';

const FillerUnavailable = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[16]};
  ${media.print} {
    display: none;
  }
`;

interface SlotFillerProps {
  host: RemoteHost;
  entry: RemoteRegistryEntry;
  place: SlotPlace;
  /** The filler has rendered content or nothing, or has failed. Called again after each retry. */
  onSettled: (name: string) => void;
  /** A retry succeeded; its button is about to be removed. */
  onRetried: () => void;
}

/** Renders nothing; reports when it is mounted together with its siblings. */
function Settled({ name, onSettled }: { name: string; onSettled: (name: string) => void }) {
  useEffect(() => {
    onSettled(name);
  }, [name, onSettled]);
  return null;
}

/** The first offered version that the remote declares and exports. */
function Loaded({ host, entry, place, onSettled }: SlotFillerProps) {
  const { slots } = use(host.loadSlots(entry.name));
  const chosen = place.offered.find(({ name }) => entry.slots.includes(name) && slots[name] !== undefined);
  if (chosen === undefined) throw new RemoteError('broken', nameAndVersionOf(entry));
  // The types of `Slot` and of `SlotFillers` guarantee the props.
  const Filler = slots[chosen.name] as ComponentType<SlotPlacing>;
  return (
    <Suspense fallback={<FillerTimeout release={nameAndVersionOf(entry)} timeoutMs={host.timeoutMs} />}>
      {createElement(Filler, { ...chosen.props, headingLevel: place.headingLevel })}
      <Settled name={entry.name} onSettled={onSettled} />
    </Suspense>
  );
}

/** Rendered while a filler suspends; throws when that takes too long. */
function FillerTimeout({ release, timeoutMs }: { release: string; timeoutMs: number }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsLate(true);
    }, timeoutMs);
    return () => {
      clearTimeout(timer);
    };
  }, [timeoutMs]);
  if (isLate) throw new RemoteError('slow', release);
  return null;
}

/** The content of one remote in a slot of another. It loads after the page, and fails without affecting it. */
export function SlotFiller(slot: SlotFillerProps) {
  const { host, entry, place, onSettled, onRetried } = slot;
  const { pathname } = useLocation();
  return (
    <RemoteErrorBoundary
      remote={nameAndVersionOf(entry)}
      at={pathname}
      retry={async () => {
        await host.retrySlots(entry.name);
        onRetried();
      }}
      failed={(again, busy) => (
        <>
          {place.fallback === null ? null : (
            <FillerUnavailable role="status">
              <MutedText>{place.fallback}</MutedText>
              <Button variant="secondary" onClick={again} busy={busy} busyLabel={messages.retrying}>
                {messages.retry}
              </Button>
            </FillerUnavailable>
          )}
          <Settled name={entry.name} onSettled={onSettled} />
        </>
      )}
    >
      <Suspense>
        <Loaded {...slot} />
      </Suspense>
    </RemoteErrorBoundary>
  );
}
