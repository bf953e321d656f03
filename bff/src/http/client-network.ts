/**
 * The network of a client, by its key for limits (`clientKey`): the first 24 bits of an IPv4 address, the first 48 of an
 * IPv6 address, as one site is given.
 */
export function clientNetwork(key: string): string {
  const [separator, most] = key.includes(':') ? [':', 3] : ['.', 3];
  return key.split(separator).slice(0, most).join(separator);
}
