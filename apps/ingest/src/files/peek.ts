interface Peeked<Part> {
  head: Part;
  all: AsyncIterable<Part>;
}

/** Reads a source until its beginning is enough, or the source ends. `all` is the whole source. */
async function peekParts<Part>(
  source: AsyncIterable<Part>,
  nothing: Part,
  join: (head: Part, next: Part) => Part,
  isEnough: (head: Part) => boolean,
): Promise<Peeked<Part>> {
  const parts = source[Symbol.asyncIterator]();
  let head = nothing;
  let isDone = false;
  while (!isDone && !isEnough(head)) {
    const part = await parts.next();
    isDone = part.done === true;
    if (!part.done) head = join(head, part.value);
  }
  const all = async function* () {
    yield head;
    if (!isDone) yield* { [Symbol.asyncIterator]: () => parts };
  };
  return { head, all: all() };
}

/** Reads a text until its beginning is enough. */
export const peek = (
  text: AsyncIterable<string>,
  isEnough: (head: string) => boolean,
): Promise<Peeked<string>> => peekParts(text, '', (head, next) => head + next, isEnough);

/** Reads the first bytes of a source, fewer if it is shorter. */
export const peekBytes = (source: AsyncIterable<Uint8Array>, count: number): Promise<Peeked<Uint8Array>> =>
  peekParts<Uint8Array>(
    source,
    new Uint8Array(0),
    (head, next) => (head.length === 0 ? next : Buffer.concat([head, next])),
    (head) => head.length >= count,
  );
