/** Named places that one remote offers and another may fill, each with its version. */
export const slotNames = ['report.after-checks/v1'] as const;
export type SlotName = (typeof slotNames)[number];

/** Whether the page has such a slot. */
export const isSlotName = (name: string): name is SlotName => slotNames.some((known) => known === name);

/** What the host passes to the component that fills the slot. */
export interface SlotProps {
  'report.after-checks/v1': { registration: string };
}
