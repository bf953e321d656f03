import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { type SignUpDraft, isSignUpDraftComplete } from './draft.ts';

export type SignUpStep = 1 | 2 | 3 | 4;

/** The wizard's state in the URL. */
export interface SignUpPosition {
  step: SignUpStep;
  /** The registration as typed, trimmed and upper-cased; empty if there is none. */
  typed: string;
}

/** Longer input cannot be a registration and is truncated in the URL. */
const maxStoredLength = 200;

/**
 * Reads the wizard's state from the URL. `reg` or `reg_number` pre-fills and opens step 2, as does an unknown step;
 * `step=1` returns to the search with the input. The payment opens the details instead while some are missing.
 */
export function readSignUpPosition(search: URLSearchParams, draft: SignUpDraft): SignUpPosition {
  const typed = [search.get('reg'), search.get('reg_number')]
    .map((value) => (value ?? '').trim().toUpperCase().slice(0, maxStoredLength))
    .find((value) => value !== '');
  const at = (step: SignUpStep): SignUpPosition => ({ step, typed: typed ?? '' });
  if (!typed) return at(1);
  const wanted = search.get('step');
  if (wanted === '1') return at(1);
  if ((wanted !== '3' && wanted !== '4') || !parseRegistration(typed).ok) return at(2);
  return at(wanted === '4' && isSignUpDraftComplete(draft) ? 4 : 3);
}

/** The step's parameters in the URL. */
export const parametersOfSignUpPosition = ({ step, typed }: SignUpPosition): Record<string, string> => ({
  reg: typed,
  step: String(step),
});

/** The step at which a stored sign-up resumes; null if there is nothing to resume. */
export const signUpPositionToResume = (draft: SignUpDraft): SignUpPosition | null =>
  draft.regNumber === '' || draft.fullName === ''
    ? null
    : readSignUpPosition(new URLSearchParams({ reg: draft.regNumber, step: '4' }), draft);
