import { destination, pino, type DestinationStream, type Logger } from 'pino';

/** Opens the log: JSON lines with ISO times. @param to standard output by default */
export const openLogger = (level: string, to: DestinationStream = eachTurn(STDOUT)): Logger =>
  pino({ level, timestamp: isoTime() }, to);

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

/**
 * Returns a stream that writes all lines of a turn of the event loop together, because a write takes longer than formatting
 * a line. Lines stay in memory until the end of their turn. An exit of the process writes them first. Workers write to the
 * same pipe, so no write with several lines is longer than `WHOLE_BYTES`.
 */
function eachTurn(file: number): DestinationStream {
  const stream = destination({ dest: file, sync: true });
  let [lines, bytes] = ['', 0];
  const write = () => {
    const text = lines;
    [lines, bytes] = ['', 0];
    if (text !== '') stream.write(text);
  };
  process.on('exit', write);
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
