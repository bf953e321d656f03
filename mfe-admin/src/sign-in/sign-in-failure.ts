import { ApiError } from '@ve/mfe-kit/api';
import { messages } from './messages.en-gb.ts';

/** Why a sign-in failed: the reason, or the words of specification section 8 where there is none to tell. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status !== 400 ? error.title : messages.refused;
