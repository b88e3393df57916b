/**
 * Returns whether one line opens hundreds of lists or objects, or is indented as for hundreds. The parser recurses for
 * each and would overflow the stack.
 */
export const isDeepYaml = (text: string): boolean =>
  /[[{](?:[^[{\]}\n]*[[{]){300}|^(?: *[-?] ){300}|^ {1000}/m.test(text);
