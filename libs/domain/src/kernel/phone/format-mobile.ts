/** A UK mobile number in E.164 in its usual spacing, `07700 900123`; any other number unchanged. */
export const formatMobile = (number: string): string => number.replace(/^\+44(7\d{3})(\d{6})$/, '0$1 $2');
