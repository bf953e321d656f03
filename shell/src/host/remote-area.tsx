import type { RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import type { RemoteModule } from '@ve/mfe-kit/slot';
import { use } from 'react';
import { useLocation } from 'react-router-dom';
import { RemoteErrorBoundary } from './remote-boundary.tsx';
import type { RemoteHost } from './remote-host.ts';

interface AreaProps {
  host: RemoteHost;
  entry: RemoteRegistryEntry;
}

/** A loaded remote renders synchronously, so that prerendered HTML hydrates without suspending. */
const useRemote = (host: RemoteHost, name: string): RemoteModule => host.peek(name) ?? use(host.load(name));

/** Name and release: `mfe-report@1a2b3c`. */
export const nameAndVersionOf = ({ name, version }: RemoteRegistryEntry): string => `${name}@${version}`;

function Pages({ host, entry }: AreaProps) {
  const { default: RemotePages } = useRemote(host, entry.name);
  return <RemotePages />;
}

/** The pages of one remote. Suspends while it loads. */
export function RemoteArea({ host, entry }: AreaProps) {
  const { pathname } = useLocation();
  return (
    <RemoteErrorBoundary
      key={entry.name}
      remote={nameAndVersionOf(entry)}
      at={pathname}
      retry={() => host.retry(entry.name)}
    >
      <Pages host={host} entry={entry} />
    </RemoteErrorBoundary>
  );
}
