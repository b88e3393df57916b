/** 19 November 2025, when schema v1 of events became the default. The changelog omits the year. */
const SINCE = Date.UTC(2025, 10, 19) / 1000;

/**
 * Returns the headers of a deprecated response (RFC 9745): since when, its successor, and its documentation.
 * @param successor the address of the replacement
 */
export function deprecationHeaders(publicUrl: string, successor: string): Record<string, string> {
  return {
    Deprecation: `@${SINCE}`,
    Link: `<${successor}>; rel="successor-version", <${publicUrl}/docs>; rel="deprecation"; type="text/html"`,
  };
}
