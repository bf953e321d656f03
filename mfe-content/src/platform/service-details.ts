/** The date from which the legal texts are in force (specification, section 9). */
export const legalTextsEffectiveFrom = '2024-04-03';

/** Our mailboxes. The `.example` domain is reserved, so a mail cannot reach another person by mistake. */
export const ownMailboxes = {
  support: 'support@vehicle-enquiry.example',
  affiliates: 'affiliates@vehicle-enquiry.example',
} as const;
