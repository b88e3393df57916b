import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

/** Opens the log: JSON lines with ISO times. @param to standard output by default */
export const openLogger = (level: string, to: DestinationStream = eachTurn(STDOUT)): Logger =>
  pino({ level, timestamp: stdTimeFunctions.isoTime }, to);

const STDOUT = 1;

/**
 * Returns a stream that writes all lines of a turn of the event loop together, because a write takes longer than formatting
 * a line. Lines stay in memory until the end of their turn. An exit of the process writes them first.
 */
function eachTurn(file: number): DestinationStream {
  const stream = destination({ dest: file, sync: true });
  let lines = '';
  const write = () => {
    const text = lines;
    lines = '';
    if (text !== '') stream.write(text);
  };
  process.on('exit', write);
  return {
    write: (line) => {
      if (lines === '') setImmediate(write);
      lines += line;
    },
  };
}
