import { staffSearchTermField } from '@ve/contracts/http/kernel/admin-list-page';
import { messages } from './messages.en-gb.ts';

/** Why the input cannot be searched for; null if it can. */
export function findSearchTermProblem(typed: string): string | null {
  if (staffSearchTermField.safeParse(typed).success) return null;
  const { length } = typed.trim();
  if (length < 3) return messages.searchTooShort;
  return length > 200 ? messages.searchTooLong : messages.searchWrong;
}
