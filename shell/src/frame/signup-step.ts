import { messages } from './messages.en-gb.ts';

const stepTitles: ReadonlyMap<string, string> = new Map(Object.entries(messages.steps));

/** What the header says on a small screen while signing up; null where it says nothing (step 1, other pages). */
export function signupStepTitle(pathname: string, search: URLSearchParams): string | null {
  if (pathname !== '/signup') return null;
  // An address that brings a registration opens at step 2 before the page has written the step into it.
  const step = search.get('step') ?? (search.get('reg') || search.get('reg_number') ? '2' : '1');
  return stepTitles.get(step) ?? null;
}
