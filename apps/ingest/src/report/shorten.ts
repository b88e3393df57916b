const ENDS = 300;

/** A message as somebody can read it: a database says the whole statement, which may be as long as its rows. */
export const shorten = (message: string): string =>
  message.length > 2 * ENDS ? `${message.slice(0, ENDS)} … ${message.slice(-ENDS)}` : message;

/** What an error says, as somebody can read it. */
export const messageOf = (error: unknown): string =>
  shorten(error instanceof Error ? error.message : String(error));
