import { sourceLabel } from '../report/source-words.ts';
import type { IsoInstant, SourceName } from '../report/vehicle-record.ts';
import { registerWords } from '../text/register-words.ts';
import { formatInstantShort } from '../time/format-date.ts';

/** Text on one line and of at most `most` characters, cut with an ellipsis; empty where nothing is left of it. */
export function paperText(text: string | null, most: number): string {
  const words = [...(registerWords(text?.toWellFormed() ?? null) ?? '')];
  return words.length <= most
    ? words.join('')
    : `${words
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** Who said it and when: `DVLA, 03/03/2027 14:05`; null where nobody is named. */
export function saidBy(source: SourceName | null, at: IsoInstant | null): string | null {
  if (source === null) return null;
  return at === null ? sourceLabel(source) : `${sourceLabel(source)}, ${formatInstantShort(at)}`;
}
