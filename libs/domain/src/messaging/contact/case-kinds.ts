/** What people write to us about: each is a case that staff answer. */
export const caseKinds = ['enquiry', 'complaint', 'dispute', 'affiliate'] as const;

export type CaseKind = (typeof caseKinds)[number];

/** The kinds as pages and mails name them. */
export const caseKindLabels: Readonly<Record<CaseKind, string>> = {
  enquiry: 'Enquiry',
  complaint: 'Complaint',
  dispute: 'Data dispute',
  affiliate: 'Affiliate application',
};
