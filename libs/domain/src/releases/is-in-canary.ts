/**
 * A hash below 2^32 that is even over similar texts: FNV-1a with the final mix of MurmurHash3. Not for secrets: the
 * hashed id is signed.
 */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Whether a visitor gets the canary of a name, for a `share` in percent. Deterministic per id; a visitor stays in while
 * the share grows. Names are independent, so that no visitor is in all canaries because of one.
 */
export const isVisitorInCanary = (id: string, name: string, share: number): boolean =>
  spread(`${name} ${id}`) < (share / 100) * 2 ** 32;
