import type { ApiError } from './api.tsx';
import { Banner } from '@ve/ui/banner/banner';

/** By its name: the class is the page's one copy, this file every remote's own. */
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

/** Why a form was not sent, with what to quote to support. */
export function FormFailure({ title, error }: { title: string; error: unknown }) {
  const reason = isApiError(error) ? error.title : 'Something went wrong. Try again in a minute.';
  const reference = isApiError(error) && error.requestId !== null ? ` (Reference ${error.requestId})` : '';
  return (
    <Banner tone="fail" role="alert" title={title}>
      {reason}
      {reference}
    </Banner>
  );
}
