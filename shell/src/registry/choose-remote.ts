import type { Registry, RegistryEntry } from '@ve/contracts/remote-manifest';
import type { SlotName } from '@ve/contracts/slots';
import { ownerOf } from '@ve/domain/routing/match-route';

/** The remote that owns the page, however its path is written; null where there is none. */
export const remoteFor = (registry: Registry, pathname: string): RegistryEntry | null =>
  ownerOf(registry.remotes, pathname)?.owner ?? null;

/** The remotes that fill the slot, in the registry's order. */
export const fillersOf = (registry: Registry, slot: SlotName): RegistryEntry[] =>
  registry.remotes.filter((entry) => entry.slots.includes(slot));

const parts = (version: string): [number, number] => {
  const [major = '', minor = ''] = version.split('.');
  return [Number(major), Number(minor)];
};

/** A remote is compatible when it needs our major version of the contract, and no later minor than ours. */
export function isCompatible(needed: string, offered: string): boolean {
  const [neededMajor, neededMinor] = parts(needed);
  const [offeredMajor, offeredMinor] = parts(offered);
  return neededMajor === offeredMajor && neededMinor <= offeredMinor;
}
