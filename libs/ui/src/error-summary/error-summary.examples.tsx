import { ErrorSummary } from './error-summary.tsx';

export const examples = {
  'Two errors': (
    <ErrorSummary
      errors={[
        { fieldId: 'name', message: 'Enter your full name' },
        { fieldId: 'email', message: 'Please enter a valid email address' },
      ]}
    />
  ),
};
