import { LegalPage } from '../platform/legal-page.tsx';
import { privacy } from './privacy.ts';

/** `/privacy`: the privacy notice. */
export function PrivacyPage() {
  return <LegalPage legal={privacy} />;
}
