import type { SlotPlace } from '@ve/mfe-kit/slot';
import { useState, useSyncExternalStore } from 'react';
import { remotesFillingSlot } from '../registry/choose-remote.ts';
import { SlotFillersArea } from './slot-fillers-area.tsx';
import { ReservedHeight } from './reserved-height.tsx';
import type { RemoteHost } from './remote-host.ts';
import { useRemoteRegistry } from './use-remote-registry.ts';

const never = () => () => undefined;
const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

interface SlotAreaProps {
  host: RemoteHost;
  place: SlotPlace;
}

/**
 * A slot in a page. Prerendered HTML holds only its height, since the release tool does not know the fillers; the
 * browser fills it after the page.
 */
export function SlotArea({ host, place }: SlotAreaProps) {
  const registry = useRemoteRegistry(host);
  const isHydrated = useIsHydrated();
  const [wasPrerendered] = useState(!isHydrated);
  const offered = place.offered.map(({ name }) => name);
  const fillers = registry === null ? [] : remotesFillingSlot(registry, offered);
  // Prerendered height is not removed immediately: the content below would move.
  if (fillers.length === 0 && !wasPrerendered) return null;
  if (!isHydrated) return <ReservedHeight $height={place.size} />;
  return <SlotFillersArea host={host} place={place} fillers={fillers} />;
}
