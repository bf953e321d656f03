import { formatDate } from '@ve/domain/kernel/time/format-date';

/** Formats `2027-03` as `March 2027`. */
export const formatMonthAndYear = (month: string): string => formatDate(`${month}-01`).replace(/^1 /, '');
