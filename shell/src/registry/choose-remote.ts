import type { RemoteRegistry, RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import type { SlotName } from '@ve/contracts/slots';
import { routeOwnerOf } from '@ve/domain/releases/routing/match-route';

/** The remote that owns the page, regardless of how its path is written; null if there is none. */
export const remoteForPath = (registry: RemoteRegistry, pathname: string): RemoteRegistryEntry | null =>
  routeOwnerOf(registry.remotes, pathname)?.owner ?? null;

const byName = (one: RemoteRegistryEntry, other: RemoteRegistryEntry): number => (one.name < other.name ? -1 : 1);

/**
 * The remotes that fill a place, in the order of their names. `offered`: the versions of the slot that the page offers;
 * a remote that fills several of them is listed once.
 */
export const remotesFillingSlot = (registry: RemoteRegistry, offered: readonly SlotName[]): RemoteRegistryEntry[] =>
  registry.remotes.filter(({ slots }) => offered.some((slot) => slots.includes(slot))).sort(byName);
