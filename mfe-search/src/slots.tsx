import type { SlotFillers } from '@ve/mfe-kit/slot';
import { AnotherCheckSearch } from './another-check/another-check-search.slot.tsx';

export const slots: SlotFillers = { 'dashboard.after-vehicle/v1': AnotherCheckSearch };
