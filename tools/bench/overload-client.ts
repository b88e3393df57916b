import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, Connection, type Target } from './connection.ts';

/** Requests that are sent during a phase. Targets take turns. */
export interface Stream {
  targets: Target[];
  /** The connections that are open when the stream begins. */
  connections: number;
  /** A request that finds no free connection opens another one, up to this many. By default, none is opened. */
  most?: number;
  /** Requests per second, whether or not responses come. Without it, each connection always has a request. */
  perSecond?: number;
  /** When the stream begins, and for how long it sends, in seconds. By default, it sends for the whole phase. */
  starts?: number;
  seconds?: number;
}

/** The results of a stream, with one entry in each list for each response. Times are in milliseconds. */
export interface Arrivals {
  /** 0 if the connection failed or was refused. */
  statuses: Uint16Array;
  /** When the request should have been sent, since the stream began. */
  dueAt: Float64Array;
  /** From that time to the end of the response. Without a rate, a request is due when its connection is free. */
  took: Float64Array;
  /** How much of that time had passed when the client sent the request. */
  late: Float64Array;
  /** How many requests were due, but not sent, because all connections were busy or the client was too slow. */
  unsent: number;
  /** How many connections were opened. */
  opened: number;
}

export interface Phase {
  streams: Stream[];
  seconds: number;
}

const TICK_MS = 1;
/** Opening many connections at once would overflow the system's queue, which retries after a second. */
const OPENED_AT_ONCE = 50;

/** Runs the streams of a phase at the same time, and returns when all responses have arrived. */
async function run({ streams, seconds }: Phase): Promise<Arrivals[]> {
  const senders = streams.map((stream) => new Sender(stream, seconds));
  for (const sender of senders) await sender.open();
  const began = performance.now();
  for (const sender of senders) sender.begin(began);
  const isOver = () => senders.every((sender) => sender.isDone(performance.now()));
  while (!isOver()) {
    for (const sender of senders) sender.pump(performance.now());
    await sleep(TICK_MS);
  }
  return senders.map((sender) => sender.close());
}

class Sender {
  private readonly stream: Stream;
  private readonly lines: Buffer[];
  private readonly port: number;
  private readonly lengthMs: number;
  private readonly all: Connection[] = [];
  private readonly free: Connection[] = [];
  private opening = 0;
  private readonly statuses: number[] = [];
  private readonly dueAt: number[] = [];
  private readonly took: number[] = [];
  private readonly late: number[] = [];
  /** When the stream begins. Until then, nothing is due, although connections open. */
  private began = Infinity;
  private sent = 0;

  constructor(stream: Stream, seconds: number) {
    this.stream = stream;
    this.lines = stream.targets.map(bytesOf);
    this.port = Number(new URL(stream.targets[0]!.url).port);
    this.lengthMs = (stream.seconds ?? seconds - (stream.starts ?? 0)) * 1000;
  }

  /** Opens the first connections. */
  async open(): Promise<void> {
    const { connections } = this.stream;
    while (this.free.length < connections) {
      while (this.opening < OPENED_AT_ONCE && this.all.length < connections) this.add();
      await sleep(TICK_MS);
    }
  }

  begin(now: number): void {
    this.began = now + (this.stream.starts ?? 0) * 1000;
  }

  /** Sends the requests that are due. */
  pump(now: number): void {
    const wanted = this.due(now);
    while (this.sent < wanted) {
      const connection = this.free.pop();
      if (!connection) break;
      this.send(connection);
    }
    const { connections, most = connections } = this.stream;
    let missing = Math.min(wanted - this.sent, most - this.all.length) - this.opening;
    for (; missing > 0 && this.opening < OPENED_AT_ONCE; missing--) this.add();
  }

  isDone(now: number): boolean {
    return now >= this.began + this.lengthMs && this.free.length === this.all.length;
  }

  close(): Arrivals {
    for (const connection of this.all) connection.close();
    const { perSecond } = this.stream;
    const total = perSecond === undefined ? this.sent : Math.floor((perSecond * this.lengthMs) / 1000);
    return {
      statuses: Uint16Array.from(this.statuses),
      dueAt: Float64Array.from(this.dueAt),
      took: Float64Array.from(this.took),
      late: Float64Array.from(this.late),
      unsent: total - this.sent,
      opened: this.all.length,
    };
  }

  /** Returns how many requests should have been sent by now. Requests that the phase did not send stay unsent. */
  private due(now: number): number {
    const { perSecond } = this.stream;
    const passed = now - this.began;
    if (passed < 0) return 0;
    if (perSecond !== undefined) {
      const isOver = passed > this.lengthMs + TICK_MS * 2;
      return isOver ? 0 : Math.floor((perSecond * Math.min(passed, this.lengthMs)) / 1000);
    }
    return passed < this.lengthMs ? Infinity : 0;
  }

  private send(connection: Connection): void {
    const { perSecond } = this.stream;
    const sentAt = performance.now();
    const due = perSecond === undefined ? sentAt : this.began + ((this.sent + 1) * 1000) / perSecond;
    connection.send(this.lines[this.sent % this.lines.length]!, (status) => {
      const now = performance.now();
      this.statuses.push(status);
      this.dueAt.push(due - this.began);
      this.took.push(now - due);
      this.late.push(sentAt - due);
      this.free.push(connection);
      this.pump(now);
    });
    this.sent += 1;
  }

  /** Opens another connection. It is free once it is open. */
  private add(): void {
    const connection = new Connection(this.port);
    this.all.push(connection);
    this.opening += 1;
    void connection.open().then(() => {
      this.opening -= 1;
      this.free.push(connection);
      this.pump(performance.now());
    });
  }
}

process.on('message', (phase: Phase) => {
  void run(phase).then((result) => process.send!(result));
});
process.on('disconnect', () => process.exit());
