import { ApiError } from '@ve/mfe-kit/api';
import { messages } from './messages.en-gb.ts';

const words = messages.failed;

/** Why a link could not be sent, with the texts of specification section 8. */
export function signInFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return words.service;
  if (error.code === 'network') return words.network;
  if (error.status === 503) return words.unavailable;
  return error.status >= 500 || error.code === 'unreadable-answer' ? words.service : error.title;
}
