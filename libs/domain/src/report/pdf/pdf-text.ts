import { sourceLabel } from '../../vehicle/record/source-messages.ts';
import type { SourceName } from '../../vehicle/record/vehicle-record.ts';
import type { IsoInstant } from '../../kernel/time/iso-date.ts';
import { cleanRegisterText } from '../../kernel/text/clean-register-text.ts';
import { formatInstantShort } from '../../kernel/time/format-date.ts';

/** Text on one line, truncated to `max` characters at a word with an ellipsis; empty if nothing is left of it. */
export function toPdfLine(text: string | null, max: number): string {
  const characters = [...(cleanRegisterText(text?.toWellFormed() ?? null) ?? '')];
  if (characters.length <= max) return characters.join('');
  const kept = characters.slice(0, Math.max(0, max - 1));
  const end = characters[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ');
  // A word longer than half of the limit is itself truncated.
  const whole = end > kept.length / 2 ? kept.slice(0, end) : kept;
  return `${whole.join('').replace(/[\s,;:(]+$/, '')}…`;
}

/** Source and time: `DVLA, 03/03/2027 14:05`; null without a source. */
export function sourceAttribution(source: SourceName | null, at: IsoInstant | null): string | null {
  if (source === null) return null;
  return at === null ? sourceLabel(source) : `${sourceLabel(source)}, ${formatInstantShort(at)}`;
}
