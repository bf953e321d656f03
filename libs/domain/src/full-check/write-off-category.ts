import { registerWords } from '../text/register-words.ts';
import { type Reference, references } from './reference.ts';

export type WriteOffLetter = 'A' | 'B' | 'S' | 'N' | 'C' | 'D' | 'F';

/** A salvage category in plain words: what insurers meant by it, and what it means for repair and the road. */
export interface WriteOffCategory {
  /** Null when the register gives none, or one that we do not know. */
  letter: WriteOffLetter | null;
  /** `Category S: repairable, structural damage` */
  title: string;
  meaning: string;
  road: string;
  /** Whether a vehicle of this category may return to the road once repaired; null when not known. */
  isRepairable: boolean | null;
  /** Whether insurers stopped giving it in October 2017. */
  isFormer: boolean;
  references: Reference[];
}

const crushed = 'It may not be repaired and must never be on the road again.';
const repaired =
  'It may be used again once it is repaired to a roadworthy condition. No register says who repaired it or how well: ask for the invoices, and have the repair inspected.';
const { writeOffs, salvageCode } = references;

type Entry = Omit<WriteOffCategory, 'letter'>;
const since2017 = { isFormer: false, references: [salvageCode, writeOffs] };
const until2017 = { isFormer: true, references: [salvageCode, writeOffs] };

const categories: Record<WriteOffLetter, Entry> = {
  A: {
    title: 'Category A: scrap',
    meaning: 'The whole vehicle, with every part of it, has to be crushed.',
    road: crushed,
    isRepairable: false,
    ...since2017,
  },
  B: {
    title: 'Category B: break for parts',
    meaning: 'The body shell has to be crushed; other parts may be taken from it.',
    road: crushed,
    isRepairable: false,
    ...since2017,
  },
  S: {
    title: 'Category S: repairable, structural damage',
    meaning: 'The structure of the vehicle was damaged, and the insurer chose not to repair it.',
    road: repaired,
    isRepairable: true,
    ...since2017,
  },
  N: {
    title: 'Category N: repairable, no structural damage',
    meaning:
      'Its structure was not damaged, and the insurer chose not to repair it. Brakes, steering or other parts that safety depends on may still have been.',
    road: repaired,
    isRepairable: true,
    ...since2017,
  },
  C: {
    title: 'Category C: repairable, repair would have cost more than the vehicle was worth',
    meaning: 'Used until October 2017. It counted the cost of the repair, and says nothing of the structure.',
    road: repaired,
    isRepairable: true,
    ...until2017,
  },
  D: {
    title: 'Category D: repairable, repair would have cost less than the vehicle was worth',
    meaning:
      'Used until October 2017. With other costs, such as transport, it was not worth repairing to the insurer. It says nothing of the structure.',
    road: repaired,
    isRepairable: true,
    ...until2017,
  },
  F: {
    title: 'Category F: damaged by fire',
    meaning:
      'Used by history checks until October 2017 for damage by fire that the insurer chose not to repair. The salvage code itself has no such letter.',
    road: repaired,
    isRepairable: true,
    isFormer: true,
    references: [salvageCode],
  },
};

const isLetter = (text: string): text is WriteOffLetter => Object.hasOwn(categories, text);

/** The category of a register's letter, also where it is written out: `S`, `CAT S`, `Category S - structural`. */
export function writeOffCategory(written: string | null): WriteOffCategory {
  const text = registerWords(written);
  const letter = /^(?:cat(?:egory)?\.?\s*)?([a-z])(?![a-z0-9])/i.exec(text ?? '')?.[1]?.toUpperCase() ?? '';
  if (isLetter(letter)) return { letter, ...categories[letter] };
  return {
    letter: null,
    title: text === null ? 'No category recorded' : 'A category that we do not know',
    meaning:
      text === null
        ? 'The register says that an insurer recorded a loss, not how bad the damage was.'
        : `The register says “${text}”. We do not know what insurers mean by it.`,
    road: 'Ask the seller for the insurer’s papers before you go on.',
    isRepairable: null,
    isFormer: false,
    references: [salvageCode],
  };
}
