import { offer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

export const trialPrice = formatPrice(offer.trial.pence);

/** A registration with the spacing of its plate, or a note for a membership without a vehicle. */
export const plateOf = (registration: string | null): string =>
  registration === null ? 'Not available' : formatRegistration(registration);

/** `3 March 2027 at 14:05 UK time`; "not known" if Stripe has not reported the membership's period yet. */
export const instantOf = (instant: Date | null): string =>
  instant === null ? 'not known yet' : formatInstant(instant);

/** The page of a cancel link; without a token the page where a signed-in member cancels. */
export const cancelUrlOf = ({ origin }: MailSettings, token: string | null): string =>
  token === null ? `${origin}/my-account` : `${origin}/membership/cancel?token=${token}`;
