import { ApiError } from '@ve/mfe-kit/api';
import { messages } from './messages.en-gb.ts';

/**
 * Why a password was not checked: the reason, or the text of specification sections 5 and 8 if there is none to show.
 */
export const passwordSignInFailureText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return messages.refused;
  return error.code === 'request-invalid' ? messages.incomplete : error.title;
};
