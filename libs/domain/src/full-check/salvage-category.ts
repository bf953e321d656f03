import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';

export type SalvageCategory = 'A' | 'B' | 'S' | 'N' | 'C' | 'D' | 'F';

/**
 * A salvage category by its letter. Its meaning is in `salvageCategoryMeaningOf`, which the first view does not load.
 */
export interface SalvageCategoryInfo {
  /** Null if the register has none, or an unknown one. */
  letter: SalvageCategory | null;
  /** `Category S: repairable, structural damage` */
  title: string;
  /** Whether a vehicle of this category may return to the road once repaired; null if unknown. */
  isRepairable: boolean | null;
}

const letters: Record<SalvageCategory, Omit<SalvageCategoryInfo, 'letter'>> = {
  A: { title: 'Category A: scrap', isRepairable: false },
  B: { title: 'Category B: break for parts', isRepairable: false },
  S: { title: 'Category S: repairable, structural damage', isRepairable: true },
  N: { title: 'Category N: repairable, no structural damage', isRepairable: true },
  C: { title: 'Category C: repairable, repair would have cost more than the vehicle was worth', isRepairable: true },
  D: { title: 'Category D: repairable, repair would have cost less than the vehicle was worth', isRepairable: true },
  F: { title: 'Category F: damaged by fire', isRepairable: true },
};

const isSalvageCategory = (text: string): text is SalvageCategory => Object.hasOwn(letters, text);

/** The category of a register's text: `S`, `CAT S`, `Category S - structural`. */
export function salvageCategoryOf(written: string | null): SalvageCategoryInfo {
  const text = cleanRegisterText(written);
  const letter = /^(?:cat(?:egory)?\.?\s*)?([a-z])(?![a-z0-9])/i.exec(text ?? '')?.[1]?.toUpperCase() ?? '';
  if (isSalvageCategory(letter)) return { letter, ...letters[letter] };
  const title = text === null ? 'No category recorded' : 'A category that we do not know';
  return { letter: null, title, isRepairable: null };
}
