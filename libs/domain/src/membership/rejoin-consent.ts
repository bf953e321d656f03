import { refundRuleTexts } from './refund-rule-texts.ts';
import type { ConsentText } from './sign-up-consents.ts';

const rules = refundRuleTexts();

/**
 * The consent of a user whose membership has ended: both consents of a sign-up in one, above the button that restarts
 * it.
 */
export const rejoinConsent: ConsentText = {
  version: '2026-11-26.2',
  text: `By pressing the button you agree to the terms and ask us to start at once. ${rules.unused} ${rules.used}`,
};
