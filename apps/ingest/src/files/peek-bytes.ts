/** Reads the first bytes of a source, fewer if it is shorter. `all` has all bytes. */
export async function peekBytes(
  source: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  let isDone = false;
  while (!isDone && head.length < count) {
    const next = await chunks.next();
    isDone = next.done === true;
    if (!next.done) head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  const all = async function* () {
    yield head;
    if (!isDone) yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { head, all: all() };
}
