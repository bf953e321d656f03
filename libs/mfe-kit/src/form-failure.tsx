import { ApiError } from './api.tsx';
import { Banner } from '@ve/ui/banner/banner';

/** Why a form was not sent, with what to quote to support. */
export function FormFailure({ title, error }: { title: string; error: unknown }) {
  const reason = error instanceof ApiError ? error.title : 'Something went wrong. Try again in a minute.';
  const reference = error instanceof ApiError && error.requestId !== null ? ` (Reference ${error.requestId})` : '';
  return (
    <Banner tone="fail" role="alert" title={title}>
      {reason}
      {reference}
    </Banner>
  );
}
