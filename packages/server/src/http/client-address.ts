import { BlockList, isIP, isIPv6 } from 'node:net';
import { invalid, show } from '@mneme/core/input';

/** Finds the address of a client from that of the connection and the header `x-forwarded-for`. */
export type ClientAddress = (connected: string, forwarded: string | undefined) => string;

/**
 * The last address that is not one of a trusted proxy: each proxy adds the address it was called from, and everything
 * before that could be made up. Throws `invalid_input` (field `trustedProxies`) if one is no address and no network.
 */
export function clientAddress(trustedProxies: readonly string[] = []): ClientAddress {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', length, ...more] = proxy.split('/');
    const bits = isIPv6(address) ? 128 : 32;
    const prefix = length === undefined ? bits : Number(length);
    if (isIP(address) === 0 || more.length > 0 || length === '' || !(prefix >= 0 && prefix <= bits))
      throw invalid(
        'trustedProxies',
        `has ${show(proxy)}: give the address or the network of a proxy, such as 10.0.0.0/8`,
      );
    trusted.addSubnet(address, prefix, familyOf(address));
  }
  return (connected, forwarded = '') => {
    let client = plain(connected);
    for (const hop of forwarded.split(',').reverse()) {
      if (isIP(client) === 0 || !trusted.check(client, familyOf(client))) break;
      const before = plain(hop.trim());
      if (isIP(before) === 0) break;
      client = before;
    }
    return client;
  };
}

/** Of an IPv6 address the network, because one household has 2^64 addresses. */
export function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}

/** Without brackets, a port, or the form of IPv4 in IPv6. */
function plain(address: string): string {
  const bare = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address);
  return (bare?.[1] ?? bare?.[2] ?? address).replace(/^::ffff:(?=[\d.]+$)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
