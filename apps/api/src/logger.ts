import { writeSync } from 'node:fs';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Opens the log: JSON lines with ISO times. @param to standard output by default */
export function openLogger(level: string, to?: DestinationStream): Logger {
  const logger: Logger = pino({ level, timestamp: isoTime() }, to ?? eachTurn((count) => warn(count)));
  const warn = (count: number) => logger.warn({ count }, 'log lines dropped, because nobody read them');
  return logger;
}

/** Returns a function that returns the time as pino writes it. Formatting it takes as long as the rest of a line. */
function isoTime(): () => string {
  let [formatted, text] = [-1, ''];
  return () => {
    const now = Date.now();
    if (now !== formatted) [formatted, text] = [now, `,"time":"${new Date(now).toISOString()}"`];
    return text;
  };
}

const STDOUT = 1;
/** The longest write that Linux does not mix with the writes of other processes to a pipe (PIPE_BUF), in bytes. */
const WHOLE_BYTES = 4096;
/** The most bytes that wait for a reader. Later lines are dropped and counted, so that the log needs little memory. */
const MAX_LATE = 1024 * 1024;
/** How soon a write is tried again, in milliseconds. */
const AGAIN_MS = 100;

/**
 * Returns a stream that writes all lines of a turn of the event loop together, because a write takes longer than formatting
 * a line. Lines stay in memory until the end of their turn, and longer while nobody reads them or the disk is full. Workers
 * write to the same pipe, so no write with several lines is longer than `WHOLE_BYTES`.
 * @param onDropped receives the number of lines that were dropped, once lines can be written again
 */
function eachTurn(onDropped: (count: number) => void): DestinationStream {
  // Its first use lets a write to a full pipe fail. Otherwise such a write would stop the process until somebody reads.
  void process.stdout;
  let [lines, bytes] = ['', 0];
  /** What waits for a reader, in the order of writing. */
  const late: Buffer[] = [];
  let [lateBytes, dropped] = [0, 0];

  const write = () => {
    const text = Buffer.from(lines);
    [lines, bytes] = ['', 0];
    const rest = late.length > 0 ? text : unwritten(text);
    if (rest.length === 0) return;
    if (lateBytes + rest.length > MAX_LATE) dropped += rest.toString().split('\n').length - 1;
    else {
      lateBytes += rest.length;
      if (late.push(rest) === 1) setTimeout(writeLate, AGAIN_MS).unref();
    }
  };
  /** Writes what waits, as far as somebody reads it. */
  function writeLate(): void {
    while (late.length > 0) {
      const [first] = late as [Buffer];
      const rest = unwritten(first);
      lateBytes -= first.length - rest.length;
      if (rest.length > 0) {
        late[0] = rest;
        setTimeout(writeLate, AGAIN_MS).unref();
        return;
      }
      late.shift();
    }
    const count = dropped;
    dropped = 0;
    if (count > 0) onDropped(count);
  }
  process.on('exit', () => {
    write();
    writeLate();
    write();
  });
  return {
    write: (line) => {
      const more = Buffer.byteLength(line);
      if (bytes + more > WHOLE_BYTES) write();
      if (lines === '') setImmediate(write);
      lines += line;
      bytes += more;
    },
  };
}

/** Writes a text, and returns the part that could not be written. */
function unwritten(text: Buffer): Buffer {
  if (text.length === 0) return text;
  try {
    return text.subarray(writeSync(STDOUT, text));
  } catch {
    // The pipe or the disk is full, or the reader has ended. The log must not end the service.
    return text;
  }
}
