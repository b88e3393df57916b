/** Reads a text until its beginning is enough, or the text ends. `all` is the whole text. */
export async function peek(
  text: AsyncIterable<string>,
  isEnough: (head: string) => boolean,
): Promise<{ head: string; all: AsyncIterable<string> }> {
  const parts = text[Symbol.asyncIterator]();
  let head = '';
  let isDone = false;
  while (!isDone && !isEnough(head)) {
    const part = await parts.next();
    isDone = part.done === true;
    if (!part.done) head += part.value;
  }
  return {
    head,
    all: (async function* () {
      yield head;
      if (!isDone) yield* { [Symbol.asyncIterator]: () => parts };
    })(),
  };
}
