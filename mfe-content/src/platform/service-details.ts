/** What the service says of itself in more than one place (specification, sections 1, 2 and 9). */
export const service = {
  name: 'Vehicle Enquiry',
  membership: 'Vehicle Companion Membership',
  trialPence: 50,
  monthlyPence: 890,
  trialHours: 24,
  refundDays: 30,
  coolingOffDays: 14,
  minimumAge: 16,
  affiliateAge: 18,
  effective: '2024-04-03',
} as const;

/** Where mail to us goes. The `.example` domain is reserved, so it cannot reach a stranger by mistake. */
export const mailboxes = {
  support: 'support@vehicle-enquiry.example',
  affiliates: 'affiliates@vehicle-enquiry.example',
} as const;
