import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { type SignUpDraft, isSignUpPersonComplete, isSignUpDraftComplete } from './draft.ts';

export type SignUpStep = 1 | 2 | 3 | 4;

/** The wizard's state in the URL. */
export interface SignUpPosition {
  step: SignUpStep;
  /** The part of step 3: the person, then the address (`part=address`). */
  part: 'person' | 'address';
  /** The registration as typed, trimmed and upper-cased; empty if there is none. */
  typed: string;
}

/** Longer input cannot be a registration and is truncated in the URL. */
const maxStoredLength = 200;

/**
 * Reads the wizard's state from the URL. `reg` or `reg_number` pre-fills and opens step 2, as does an unknown step;
 * `step=1` returns to the search with the input. A step with missing details before it opens the first of those
 * instead.
 */
export function readSignUpPosition(search: URLSearchParams, draft: SignUpDraft): SignUpPosition {
  const typed = [search.get('reg'), search.get('reg_number')]
    .map((value) => (value ?? '').trim().toUpperCase().slice(0, maxStoredLength))
    .find((value) => value !== '');
  const at = (step: SignUpStep, part: SignUpPosition['part'] = 'person'): SignUpPosition => ({
    step,
    part,
    typed: typed ?? '',
  });
  if (!typed) return at(1);
  const wanted = search.get('step');
  if (wanted === '1') return at(1);
  if ((wanted !== '3' && wanted !== '4') || !parseRegistration(typed).ok) return at(2);
  if (!isSignUpPersonComplete(draft)) return at(3);
  if (wanted === '4') return isSignUpDraftComplete(draft) ? at(4) : at(3, 'address');
  return at(3, search.get('part') === 'address' ? 'address' : 'person');
}

/** The step's parameters in the URL. */
export const parametersOfSignUpPosition = ({ step, part, typed }: SignUpPosition): Record<string, string> => ({
  reg: typed,
  step: String(step),
  ...(step === 3 && part === 'address' ? { part } : {}),
});

/** The step at which a stored sign-up resumes; null if there is nothing to resume. */
export const signUpPositionToResume = (draft: SignUpDraft): SignUpPosition | null =>
  draft.regNumber === '' || draft.fullName === ''
    ? null
    : readSignUpPosition(new URLSearchParams({ reg: draft.regNumber, step: '4' }), draft);
