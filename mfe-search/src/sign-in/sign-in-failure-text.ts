import { ApiError } from '@ve/mfe-kit/api';
import { messages } from './messages.en-gb.ts';

const labels = messages.failed;

/** Why a link could not be sent, with the texts of specification section 8. */
export function signInFailureText(error: unknown): string {
  if (!(error instanceof ApiError)) return labels.service;
  if (error.code === 'network') return labels.network;
  if (error.code === 'request-invalid') return labels.notAnAddress;
  if (error.status === 503) return labels.unavailable;
  return error.status >= 500 || error.code === 'unreadable-answer' ? labels.service : error.title;
}
