const ENDS = 300;

/** Returns a readable message. A database error contains the whole statement, which may be as long as its rows. */
export const shorten = (message: string): string =>
  message.length > 2 * ENDS ? `${message.slice(0, ENDS)} … ${message.slice(-ENDS)}` : message;

/** Returns the readable message of an error. */
export const messageOf = (error: unknown): string =>
  shorten(error instanceof Error ? error.message : String(error));
