/** The offer and the date of the legal texts (specification, section 9); tests check the texts against it. */
export const service = {
  trialPence: 50,
  monthlyPence: 890,
  trialHours: 24,
  effective: '2024-04-03',
} as const;

/** Our mailboxes. The `.example` domain is reserved, so mail cannot reach a stranger by mistake. */
export const mailboxes = {
  support: 'support@vehicle-enquiry.example',
  affiliates: 'affiliates@vehicle-enquiry.example',
} as const;
