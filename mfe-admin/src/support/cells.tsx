import type { CustomerSupportFile } from '@ve/contracts/http/operations/admin-customers';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import type { ReactNode } from 'react';
import { messages } from './messages.en-gb.ts';

/** A part of the customer file that could be read. */
export type CustomerFilePart<Name extends keyof CustomerSupportFile> = NonNullable<CustomerSupportFile[Name]>;

export const keyById = ({ id }: { id: string }): string => id;

export const formatPlateOrNone = (registration: string | null): string =>
  registration === null ? messages.none : formatRegistration(registration);

/** The day in London. */
export const formatShortDayOfInstant = (instant: string): string => formatDateShort(londonDate(new Date(instant)));

export const relativeTimeOrNone = (at: string | null): ReactNode =>
  at === null ? messages.none : <RelativeTime at={at} />;
