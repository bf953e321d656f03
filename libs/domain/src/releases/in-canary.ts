/**
 * A number below 2^32, even over similar texts: FNV-1a with the final mix of MurmurHash3. Not for secrets: the id that it
 * is taken of is signed.
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
 * Whether a visitor is given the canary of a name, `share` being how many of a hundred are. Always the same for the same
 * id; whoever is in stays in while the share grows. Names are independent: nobody is in all canaries for being in one.
 */
export const inCanary = (id: string, name: string, share: number): boolean =>
  spread(`${name} ${id}`) < (share / 100) * 2 ** 32;
