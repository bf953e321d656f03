import { eras } from './eras.ts';

/** A registration spaced as its plate is: `AB12CDE` as `AB12 CDE`. What fits no plate format comes back unchanged. */
export function formatRegistration(registration: string): string {
  for (const { pattern } of eras) {
    const blocks = pattern.exec(registration);
    if (blocks) return blocks.slice(1).join(' ');
  }
  return registration;
}
