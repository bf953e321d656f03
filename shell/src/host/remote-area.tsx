import type { RegistryEntry } from '@ve/contracts/remote-manifest';
import type { SlotName, SlotProps } from '@ve/contracts/slots';
import type { RemoteModule } from '@ve/mfe-kit/slot';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { type ComponentType, createElement, Suspense, use } from 'react';
import { useLocation } from 'react-router-dom';
import { messages } from './messages.en-gb.ts';
import { RemoteBoundary } from './remote-boundary.tsx';
import type { RemoteHost } from './remote-host.ts';

interface AreaProps {
  host: RemoteHost;
  entry: RegistryEntry;
}

/** A loaded remote renders synchronously, so that prerendered HTML hydrates without suspending. */
const useRemote = (host: RemoteHost, name: string): RemoteModule => host.peek(name) ?? use(host.load(name));

const releaseOf = ({ name, version }: RegistryEntry): string => `${name}@${version}`;

function Pages({ host, entry }: AreaProps) {
  const { default: RemotePages } = useRemote(host, entry.name);
  return <RemotePages />;
}

/** The pages of one remote. Suspends while it loads. */
export function RemoteArea({ host, entry }: AreaProps) {
  const { pathname } = useLocation();
  return (
    <RemoteBoundary key={entry.name} remote={releaseOf(entry)} at={pathname} retry={() => host.retry(entry.name)}>
      <Pages host={host} entry={entry} />
    </RemoteBoundary>
  );
}

interface FillerProps<N extends SlotName> extends AreaProps {
  slot: N;
  props: SlotProps[N];
}

function Filler<N extends SlotName>({ host, entry, slot, props }: FillerProps<N>) {
  const fill: ComponentType<SlotProps[N]> | undefined = useRemote(host, entry.name).slots?.[slot];
  return fill ? createElement(fill, props) : null;
}

/** What one remote renders into a slot of another. It may load later than its page, and fail without affecting it. */
export function SlotArea<N extends SlotName>(filler: FillerProps<N>) {
  const { host, entry } = filler;
  const { pathname } = useLocation();
  return (
    <RemoteBoundary
      remote={releaseOf(entry)}
      at={pathname}
      retry={() => host.retry(entry.name)}
      failed={(again, busy) => (
        <Banner
          tone="warn"
          role="status"
          actions={
            <Button variant="secondary" onClick={again} busy={busy} busyLabel={messages.retrying}>
              {messages.retry}
            </Button>
          }
        >
          {messages.slotDown}
        </Banner>
      )}
    >
      <Suspense>
        <Filler {...filler} />
      </Suspense>
    </RemoteBoundary>
  );
}
