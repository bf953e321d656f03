import type { ApiError } from './api.tsx';
import { Banner } from '@ve/ui/banner/banner';

/** Checked by name: the class is shared by the page, while this file is bundled per remote. */
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

/** The failure of a form, with the reference to quote to support. */
export function FormFailure({ title, error }: { title: string; error: unknown }) {
  const reason = isApiError(error) ? error.title : 'An unexpected error occurred. Please try again.';
  const reference = isApiError(error) && error.requestId !== null ? ` (Reference ${error.requestId})` : '';
  return (
    <Banner tone="fail" role="alert" title={title}>
      {reason}
      {reference}
    </Banner>
  );
}
