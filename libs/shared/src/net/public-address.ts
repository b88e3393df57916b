import { BlockList, isIP } from 'node:net';

/** The networks of this machine, private networks, and what is not unicast. */
const PRIVATE: [net: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 127],
  ['64:ff9b::', 47],
  ['100::', 64],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fec0::', 10],
  ['fe80::', 10],
  ['ff00::', 8],
];

/** Returns whether an IP address is of this machine or of a private network. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || blocked().check(address, family === 6 ? 'ipv6' : 'ipv4');
}

let list: BlockList | undefined;
function blocked(): BlockList {
  if (list) return list;
  list = new BlockList();
  for (const [net, prefix] of PRIVATE) list.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4');
  return list;
}

/** Names that only a private network resolves. */
const PRIVATE_NAME = /^[^.]+$|\.(local|localhost|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * Returns whether anybody may follow a link: it has no user or password, and its host is not an IP address of a private
 * network or of this machine, nor a name that only a private network knows. Names are not resolved.
 */
export function isPublicAddress(address: string): boolean {
  const { hostname, username, password } = new URL(address);
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (username !== '' || password !== '') return false;
  return isIP(host) !== 0 ? !isPrivateAddress(host) : !PRIVATE_NAME.test(host);
}
