import { ApiError } from '@ve/mfe-kit/api';
import { messages } from './messages.en-gb.ts';

/** Why a sign-in failed: the reason, or the text of specification section 8 if there is none to show. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status !== 400 ? error.title : messages.refused;
