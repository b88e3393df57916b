import ipaddr from 'ipaddr.js';

/** An address with a port, as some proxies write it: `[2001:db8::1]:5123`, `203.0.113.7:5123`. */
const WITH_PORT = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/;

/**
 * Returns the network that an address counts for: itself, or the /56 of an IPv6 address. That is the smallest network that
 * providers should give a customer (RIPE-690), so customers share no limit, and one with a /48 has 256. All texts that are
 * no address count together. Loopback has no limit: behind a proxy that hides the addresses, all requests come from there.
 */
export function networkOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const [, v6, v4] = WITH_PORT.exec(address) ?? [];
  const bare = v6 ?? v4 ?? address;
  if (!ipaddr.isValid(bare)) return 'unknown';
  // An IPv4 address that reaches an IPv6 socket is `::ffff:192.0.2.1`.
  const ip = ipaddr.process(bare);
  if (ip.range() === 'loopback') return undefined;
  return 'parts' in ip ? `${ip.toByteArray().slice(0, 7).join('.')}/56` : ip.toString();
}
