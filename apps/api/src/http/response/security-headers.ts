/**
 * The security headers of every response. Pages set their own policy; all other responses are data. The operator's proxy
 * decides whether the domain and its subdomains require HTTPS. Other headers protect only browsers of the past.
 */
export const SECURITY_HEADERS: readonly [name: string, value: string][] = [
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
];
