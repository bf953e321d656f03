import type { RemoteManifest } from '@ve/contracts/remote-manifest';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key of an object in the form of a slot's name. */
const slotKey = /['"]([a-z][a-z0-9.-]*\/v\d+)['"]\s*:/g;

/** The slots for which the text of a remote's `src/slots.tsx` has a component. */
export const findExportedSlotFillers = (code: string): string[] => [
  ...new Set([...code.matchAll(slotKey)].map(([, slot = '']) => slot)),
];

/**
 * Compares the slots in a remote's `remote.json` with the components in its `src/slots.tsx`.
 *
 * @throws Error with a message that names each slot that is in only one of them
 */
export function requireMatchingSlotFillers(
  folder: string,
  { name, slots }: Pick<RemoteManifest, 'name' | 'slots'>,
): void {
  const file = join(folder, 'src/slots.tsx');
  const declared: readonly string[] = slots;
  const exported = existsSync(file) ? findExportedSlotFillers(readFileSync(file, 'utf8')) : [];
  const messages = [
    ...declared
      .filter((slot) => !exported.includes(slot))
      .map((slot) => `${name}/remote.json declares ${slot}, and ${name}/src/slots.tsx has no component for it`),
    ...exported
      .filter((slot) => !declared.includes(slot))
      .map((slot) => `${name}/src/slots.tsx has a component for ${slot}, and ${name}/remote.json does not declare it`),
  ];
  if (messages.length > 0) throw new Error(messages.join('\n'));
}
