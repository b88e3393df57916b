import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

/** Opens the log: JSON lines with ISO times. @param to standard output by default */
export const openLogger = (level: string, to?: DestinationStream): Logger =>
  pino({ level, timestamp: stdTimeFunctions.isoTime }, ...(to ? [to] : []));
