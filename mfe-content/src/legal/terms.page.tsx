import { LegalPage } from '../platform/legal-page.tsx';
import { termsText } from './terms-text.ts';

/** `/terms`: the terms of service. */
export function TermsPage() {
  return <LegalPage legal={termsText} />;
}
