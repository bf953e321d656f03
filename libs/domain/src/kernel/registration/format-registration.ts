import { registrationEras } from './eras.ts';

/**
 * A registration with the spacing of its plate: `AB12CDE` as `AB12 CDE`. Text that matches no plate format is returned
 * unchanged.
 */
export function formatRegistration(registration: string): string {
  for (const { pattern } of registrationEras) {
    const blocks = pattern.exec(registration);
    if (blocks) return blocks.slice(1).join(' ');
  }
  return registration;
}
