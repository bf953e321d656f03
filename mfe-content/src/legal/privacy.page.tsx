import { LegalPage } from '../platform/legal-page.tsx';
import { privacyText } from './privacy-text.ts';

/** `/privacy`: the privacy notice. */
export function PrivacyPage() {
  return <LegalPage legal={privacyText} />;
}
