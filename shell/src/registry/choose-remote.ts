import type { Registry, RegistryEntry } from '@ve/contracts/remote-manifest';
import type { SlotName } from '@ve/contracts/slots';
import { matchPath } from 'react-router-dom';

/** Patterns without a parameter are more exact than those with one. */
const parameters = (route: string): number => route.split('/').filter((part) => part.startsWith(':')).length;

/** The remote that owns the page, by the most exact of the routes that match; null where nobody owns it. */
export function remoteFor(registry: Registry, pathname: string): RegistryEntry | null {
  const owners = registry.remotes.flatMap((entry) =>
    entry.routes
      .filter((route) => matchPath({ path: route, end: true }, pathname) !== null)
      .map((route) => ({ entry, rank: parameters(route) })),
  );
  const [first] = owners.sort((a, b) => a.rank - b.rank);
  return first?.entry ?? null;
}

/** The remotes that put something into the slot, in the registry's order. */
export const fillersOf = (registry: Registry, slot: SlotName): RegistryEntry[] =>
  registry.remotes.filter((entry) => entry.slots.includes(slot));

const parts = (version: string): [number, number] => {
  const [major = '', minor = ''] = version.split('.');
  return [Number(major), Number(minor)];
};

/** A remote loads when it needs our own major of the contract and no later minor than we offer. */
export function isCompatible(needed: string, offered: string): boolean {
  const [neededMajor, neededMinor] = parts(needed);
  const [offeredMajor, offeredMinor] = parts(offered);
  return neededMajor === offeredMajor && neededMinor <= offeredMinor;
}
