/** An error response of the service. */
export class DossierError extends Error {
  override name = 'DossierError';
  readonly status: number;
  /** The code of the error, such as `epoch_changed`; undefined if the response has none. */
  readonly code: string | undefined;
  /** In a list: the address of the page that failed. `list` goes on from it. */
  page?: string;

  constructor(status: number, code: string | undefined, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** An error that another try does not help. */
export class FinalError extends Error {
  override name = 'FinalError';
}

/** Returns the error of a response. */
export function errorOf(status: number, text: string): DossierError {
  try {
    const { code, detail, error } = JSON.parse(text) as { code?: string; detail?: string; error?: unknown };
    return new DossierError(status, code, detail ?? (typeof error === 'string' ? error : text));
  } catch {
    return new DossierError(status, undefined, text || `The service answered ${status}.`);
  }
}
