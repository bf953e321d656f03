import { expect, test } from '@jest/globals';
import type { lookup, LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicIpAddress, publicAddressLookup } from './public-address-lookup.ts';

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.100.100.200', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
])('whether the address %s is public: %p', (address, isPublic) => {
  expect(isPublicIpAddress(address)).toBe(isPublic);
});

const asked = (addresses: LookupAddress[], options: Parameters<LookupFunction>[1]) => {
  const resolve = ((_name, _options, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, addresses)) as typeof lookup;
  return new Promise((settle) => {
    publicAddressLookup(resolve)('cdn.example.com', options, (error, ...found) => settle(error?.message ?? found));
  });
};
const there = { address: '93.184.215.14', family: 4 };

test('returns the addresses in the requested form', async () => {
  expect(await asked([there], { all: true })).toEqual([[there]]);
  expect(await asked([there], {})).toEqual(['93.184.215.14', 4]);
});

test('fails where one of the addresses is not public, and where there is none', async () => {
  expect(await asked([there, { address: '10.0.0.1', family: 4 }], { all: true })).toMatch(/not on the internet/);
  expect(await asked([], {})).toMatch(/no address/);
});
