/** 19 November 2025, the day on which schema v1 of events became the default. The changelog leaves out the year. */
const SINCE = Date.UTC(2025, 10, 19) / 1000;

/**
 * The headers of an answer in a form that is being replaced (RFC 9745): since when, by what, and where that is said.
 * @param successor the address that replaces it
 */
export function deprecationHeaders(publicUrl: string, successor: string): Record<string, string> {
  return {
    Deprecation: `@${SINCE}`,
    Link: `<${successor}>; rel="successor-version", <${publicUrl}/docs>; rel="deprecation"; type="text/html"`,
  };
}
