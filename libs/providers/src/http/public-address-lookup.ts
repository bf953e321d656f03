import { lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** Addresses that are not public on the internet (IANA's special-purpose registries), and those of NAT64. */
const special = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  special.addSubnet(net, prefix, 'ipv6');
}

/**
 * Whether an address may be public on the internet: not one of our machine or network, nor of its cloud's metadata
 * service.
 */
export const isPublicIpAddress = (address: string): boolean =>
  !special.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Looks names up by default resolution, and fails where one of the addresses is not public: the owner of a name can
 * point it at a machine of our network. The connection is made to the address that was checked.
 */
export const publicAddressLookup =
  (resolve: typeof lookup = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const first = error === null ? addresses[0] : undefined;
      if (first === undefined) callback(error ?? new Error(`${hostname} has no address`), '');
      else if (!addresses.every(({ address }) => isPublicIpAddress(address))) {
        callback(new Error(`${hostname} is not on the internet`), '');
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
