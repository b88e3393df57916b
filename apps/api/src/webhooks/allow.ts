import ipaddr from 'ipaddr.js';

/** What WEBHOOK_ALLOW adds to public addresses. */
export interface WebhookAllow {
  /** Hosts, as an address writes them. */
  hosts: ReadonlySet<string>;
  networks: ReturnType<typeof ipaddr.parseCIDR>[];
}

/** Ranges that no network of WEBHOOK_ALLOW opens, only the name of a host: this machine and its neighbours. */
const NEVER_BY_NETWORK = new Set(['loopback', 'linkLocal', 'unspecified', 'broadcast', 'multicast']);
/** Where clouds give programs their secrets. Those of a link-local address are in a range above. */
const METADATA = new Set(['fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16']);

/** Reads hosts and networks, joined by commas. Returns undefined if one is neither. */
export function parseWebhookAllow(text: string): WebhookAllow | undefined {
  const hosts = new Set<string>();
  const networks: WebhookAllow['networks'] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    if (part.includes('/')) {
      if (!ipaddr.isValidCIDR(part)) return undefined;
      networks.push(ipaddr.parseCIDR(part));
    } else if (/^[\w.-]+$/.test(part) || ipaddr.isValid(part)) hosts.add(part.toLowerCase());
    else return undefined;
  }
  return { hosts, networks };
}

/** Returns the host of an address as WEBHOOK_ALLOW writes it. */
export const hostOf = (url: string): string =>
  new URL(url).hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();

/** Returns whether webhooks may connect to an IP address. @param host the host that it belongs to */
export function mayReach({ hosts, networks }: WebhookAllow, host: string, address: string): boolean {
  if (hosts.has(host)) return true;
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const range = ip.range();
  if (METADATA.has(ip.toString())) return false;
  if (range === 'unicast') return true;
  return (
    !NEVER_BY_NETWORK.has(range) &&
    networks.some((network) => network[0].kind() === ip.kind() && ip.match(network))
  );
}

/** Returns what is wrong with the address of a webhook, before its name is resolved; undefined if nothing is. */
export function addressProblem(allow: WebhookAllow, url: string): string | undefined {
  if (!URL.canParse(url)) return 'must be an address such as https://example.com/dossier';
  const { protocol, username, password } = new URL(url);
  const host = hostOf(url);
  if (username !== '' || password !== '') return 'must not contain a user or password';
  if (protocol !== 'https:' && !(protocol === 'http:' && allow.hosts.has(host)))
    return 'must begin with https://';
  if (!allow.hosts.has(host) && !ipaddr.isValid(host) && !host.includes('.'))
    return 'must be an address that is public';
  return ipaddr.isValid(host) && !mayReach(allow, host, host)
    ? 'must be an address that is public'
    : undefined;
}
