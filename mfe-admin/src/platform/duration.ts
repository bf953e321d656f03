const units = [
  { word: 'd', seconds: 86_400 },
  { word: 'h', seconds: 3_600 },
  { word: 'min', seconds: 60 },
];

/** Formats seconds in the largest unit that fits, rounded down: `90` is `1 min`. Below a second in milliseconds. */
export function formatDuration(seconds: number): string {
  for (const { word, seconds: of } of units) {
    if (seconds >= of) return `${Math.floor(seconds / of)} ${word}`;
  }
  return seconds >= 1 || seconds === 0 ? `${Math.floor(seconds)} s` : `${Math.max(1, Math.round(seconds * 1_000))} ms`;
}
