/**
 * The network of a client, by its `clientLimitKey`: the first 24 bits of an IPv4 address, or the first 48 of an IPv6
 * address, which is the usual assignment to one site.
 */
export function clientNetwork(key: string): string {
  const [separator, groups] = key.includes(':') ? [':', 3] : ['.', 3];
  return key.split(separator).slice(0, groups).join(separator);
}
