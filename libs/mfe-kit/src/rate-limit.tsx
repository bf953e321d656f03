import type { ApiError } from './api.tsx';

/**
 * The title of one of our own rate limits, with the time to wait; null for any other failure. For places that show
 * words of their own for other failures. Checked by name, as in `FormFailure`.
 */
export const rateLimitMessage = (error: unknown): string | null => {
  if (!(error instanceof Error) || error.name !== 'ApiError') return null;
  const { status, title } = error as ApiError;
  return status === 429 ? title : null;
};
