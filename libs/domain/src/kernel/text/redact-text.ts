const rules: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '[e-mail]'],
  // The query and the fragment of a URL may contain anything.
  [/((?:https?:\/\/|\/)[^\s?#'"()]{1,400})[?#][^\s'")]{1,2000}/g, '$1'],
  [/\b(?:bearer|basic)\s+[\w.~+/=-]{6,}/gi, '[token]'],
  [/\b(?:eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?)/g, '[token]'],
  [/\b(?:sk|pk|rk|whsec|pi|cs|seti|cus|sub)_[\w]{8,}/g, '[token]'],
  [/\b[A-Fa-f0-9]{32,}\b/g, '[token]'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{40,}\b/g, '[token]'],
  [/\b((?:password|passwd|secret|token|api[_-]?key|auth)["']?\s*[:=]\s*["']?)[^\s"',;&)]+/gi, '$1[token]'],
  [/(?:\+44|\b0044|\b0)[\s.-]?(?:\(0\)[\s.-]?)?(?:\d[\s.-]?){8,10}\d\b/g, '[phone]'],
  [
    /\b(reg(?:istration)?(?:[_ ]?(?:number|mark|plate))?["']?\s*[:=]\s*["']?)[A-Z0-9][A-Z0-9 -]{1,9}/gi,
    '$1[registration]',
  ],
  [/\((registration)\)=\([^)]*\)/gi, '($1)=([registration])'],
  // Current, prefix and suffix eras, joined in any case or spaced in capitals.
  [/\b(?:[a-z]{2}\d{2}[a-z]{3}|[a-z]\d{1,3}[a-z]{3}|[a-z]{3}\d{1,3}[a-z])\b/gi, '[registration]'],
  [/\b(?:[A-Z]{2}\d{2}[ -][A-Z]{3}|[A-Z]\d{1,3}[ -][A-Z]{3}|[A-Z]{3}[ -]\d{1,3}[A-Z])\b/g, '[registration]'],
  // Dateless and Northern Ireland marks in capitals: the commonest shapes, three letters and three or four figures.
  [/\b(?:[A-Z]{3} ?\d{3,4}|\d{3,4} ?[A-Z]{3}|[A-Z]IZ ?\d{1,4})\b/g, '[registration]'],
  // Excludes a browser's version such as `Chrome/154.0.0.0`.
  [/(?<![A-Za-z]\/|\d)(?:\d{1,3}\.){3}\d{1,3}\b/g, '[address]'],
];

/**
 * Removes from free text what may identify a person: e-mail addresses, telephone numbers, registrations, tokens,
 * network addresses, queries of URLs. It errs on the side of removing too much.
 */
export function redactText(text: string): string {
  return rules.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text);
}
