/** A value, or a promise of it. */
export type Soon<T> = T | Promise<T>;

/**
 * Goes on with a value. If it is known already, the work goes on at once. An `await` would always wait for a promise, which
 * takes a share of the time of a short request.
 */
export function soon<T, Result>(value: Soon<T>, next: (value: T) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
