/** The environment, the streams and the stop signal of a command. */
export interface Io {
  env: Record<string, string | undefined>;
  stdin: AsyncIterable<Uint8Array>;
  /** Write to standard output and standard error. The text includes its line ends. */
  out: (text: string) => void;
  err: (text: string) => void;
  /** Where progress bars are drawn; undefined when standard error is no terminal. */
  terminal: NodeJS.WritableStream | undefined;
  /** Aborted to stop the command. */
  stop?: AbortSignal;
}
