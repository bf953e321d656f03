/** The vendors that the sandbox replaces. `entra` issues the tokens that `dvsa` requires. */
export const vendorNames = [
  'dvla',
  'dvsa',
  'entra',
  'ukvd',
  'ideal-postcodes',
  'recalls',
  'fuel-finder',
  'stripe',
  'twilio',
] as const;
export type VendorName = (typeof vendorNames)[number];

export const isVendorName = (value: string): value is VendorName => vendorNames.some((name) => name === value);

/** The title of each vendor on the control page. */
export const vendorTitles: Record<VendorName, string> = {
  dvla: 'DVLA Vehicle Enquiry',
  dvsa: 'DVSA MOT History',
  entra: 'DVSA sign-in (Microsoft Entra)',
  ukvd: 'UK Vehicle Data',
  'ideal-postcodes': 'Ideal Postcodes',
  recalls: 'DVSA recalls file',
  'fuel-finder': 'Fuel Finder',
  stripe: 'Stripe',
  twilio: 'Twilio',
};

/** The faults that can be injected, and their descriptions on the control page. */
export const vendorFaultModes = {
  ok: 'answers normally',
  slow: 'answers late',
  'error-500': 'fails with an internal error',
  'error-503': 'is down for maintenance',
  'rate-limit': 'says that there were too many requests',
  forbidden: 'refuses the key',
  malformed: 'sends JSON that breaks off',
  hang: 'takes the request and never answers',
  drop: 'cuts the connection',
  'answers-lost': 'does what it is asked, then cuts the connection instead of answering',
  'bad-request': 'calls the request badly formed',
  'not-found': 'says that there is no such record',
  huge: 'sends 32 MB',
  'wrong-shape': 'sends JSON of another shape',
  html: 'sends a web page instead of JSON',
} as const;
export type VendorFaultMode = keyof typeof vendorFaultModes;

export const isVendorFaultMode = (value: unknown): value is VendorFaultMode =>
  typeof value === 'string' && value in vendorFaultModes;

export interface CannedAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** The faults whose response differs by vendor. */
export type FaultModeWithBody =
  'error-500' | 'error-503' | 'rate-limit' | 'forbidden' | 'bad-request' | 'not-found' | 'wrong-shape';

/** The call that a fault responds to. */
export interface VendorCallWithFault {
  registration: string | null;
  /** The request, as in the call log. */
  asked: string;
}
export type FaultAnswersByMode = Record<FaultModeWithBody, (call: VendorCallWithFault) => CannedAnswer>;
