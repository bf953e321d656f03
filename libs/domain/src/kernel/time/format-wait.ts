const unit = (count: number, name: string): string =>
  count === 1 ? `in ${name === 'hour' ? 'an' : 'a'} ${name}` : `in ${count} ${name}s`;

/**
 * When one may try again after this many seconds: 'in 40 seconds', 'in a minute', 'in 20 minutes', 'in 12 hours'.
 * Rounded up, so that the time is never too early; minutes up to 90, because 'in 2 hours' would double a wait of 61.
 */
export function formatWait(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return unit(whole, 'second');
  const minutes = Math.ceil(whole / 60);
  return minutes <= 90 ? unit(minutes, 'minute') : unit(Math.ceil(minutes / 60), 'hour');
}

/** The sentence that follows the title of a rate limit. */
export const tryAgainSentence = (seconds: number): string => `You can try again ${formatWait(seconds)}.`;
