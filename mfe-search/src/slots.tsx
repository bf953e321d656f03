import type { SlotFillers } from '@ve/mfe-kit/slot';
import { AnotherCheck } from './another-check/another-check.slot.tsx';

export const slots: SlotFillers = { 'dashboard.after-vehicle/v1': AnotherCheck };
