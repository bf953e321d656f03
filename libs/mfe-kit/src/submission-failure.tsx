import { FormFailure } from '@ve/mfe-kit/form-failure';
import type { FormSubmissionState } from './use-form-submission.tsx';

interface SubmissionFailureProps {
  title: string;
  submission: FormSubmissionState<unknown, unknown>;
}

/** The failure of a submission, with the reference to quote to support; nothing in another state. */
export const SubmissionFailure = ({ title, submission }: SubmissionFailureProps) =>
  submission.state === 'failed' ? <FormFailure title={title} error={submission.error} /> : null;
