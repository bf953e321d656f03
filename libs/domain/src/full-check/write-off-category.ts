import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';
import { type SourceReference, lawAndTradeReferences } from '../vehicle/record/source-reference.ts';
import { salvageCategoryOf, type SalvageCategoryInfo, type SalvageCategory } from './salvage-category.ts';

/** The meaning of a salvage category for insurers, for repair and for the road. */
export interface SalvageCategoryMeaning extends SalvageCategoryInfo {
  meaning: string;
  road: string;
  /** Whether insurers stopped using it in October 2017. */
  isFormer: boolean;
  references: SourceReference[];
}

const crushed = 'It may not be repaired and must never be on the road again.';
const repaired =
  'It may be used again once it is repaired to a roadworthy condition. No register says who repaired it or how well: ask for the invoices, and have the repair inspected.';
const { writeOffs, salvageCode } = lawAndTradeReferences;

type Entry = Omit<SalvageCategoryMeaning, keyof SalvageCategoryInfo>;
const since2017 = { isFormer: false, references: [salvageCode, writeOffs] };
const until2017 = { isFormer: true, references: [salvageCode, writeOffs] };

const categories: Record<SalvageCategory, Entry> = {
  A: {
    meaning: 'The whole vehicle, with every part of it, has to be crushed.',
    road: crushed,
    ...since2017,
  },
  B: {
    meaning: 'The body shell has to be crushed; other parts may be taken from it.',
    road: crushed,
    ...since2017,
  },
  S: {
    meaning: 'The structure of the vehicle was damaged, and the insurer chose not to repair it.',
    road: repaired,
    ...since2017,
  },
  N: {
    meaning:
      'Its structure was not damaged, and the insurer chose not to repair it. Brakes, steering or other parts that safety depends on may still have been.',
    road: repaired,
    ...since2017,
  },
  C: {
    meaning: 'Used until October 2017. It was based on the cost of the repair, and says nothing about the structure.',
    road: repaired,
    ...until2017,
  },
  D: {
    meaning:
      'Used until October 2017. With other costs, such as transport, it was not worth repairing to the insurer. It says nothing about the structure.',
    road: repaired,
    ...until2017,
  },
  F: {
    meaning:
      'Used by history checks until October 2017 for damage by fire that the insurer chose not to repair. The salvage code itself has no such letter.',
    road: repaired,
    isFormer: true,
    references: [salvageCode],
  },
};

/** The meaning of a register's category: `S`, `CAT S`, `Category S - structural`. */
export function salvageCategoryMeaningOf(written: string | null): SalvageCategoryMeaning {
  const category = salvageCategoryOf(written);
  if (category.letter !== null) return { ...category, ...categories[category.letter] };
  const text = cleanRegisterText(written);
  return {
    ...category,
    meaning:
      text === null
        ? 'The register says that an insurer recorded a loss, not how bad the damage was.'
        : `The register says “${text}”. We do not know what insurers mean by it.`,
    road: 'Ask the seller for the insurer’s papers before you continue.',
    isFormer: false,
    references: [salvageCode],
  };
}
