import type { Response } from 'express';
import helmet from 'helmet';

/** Returns the security headers. They are the same for every response, so that helmet makes them only once. */
export function securityHeaders(): [name: string, value: string][] {
  const headers: [name: string, value: string][] = [];
  const collect = helmet({
    // Pages set their own policy; all other responses are data.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // The operator's proxy decides whether the domain and its subdomains require HTTPS.
    strictTransportSecurity: false,
    xFrameOptions: false,
  });
  const response = {
    setHeader: (name: string, value: string) => void headers.push([name, value]),
    removeHeader: () => {},
  };
  collect({} as never, response as unknown as Response, () => {});
  if (headers.length === 0) throw new Error('helmet has set no headers.');
  return headers;
}
