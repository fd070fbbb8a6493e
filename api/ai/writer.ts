import type { Prompt } from './prompt.ts'

/** A service with OpenAI's API. */
export type Writer = {
  /** Resolves to true if the service's rules forbid the text. @throws {WriterError} */
  flags(text: string, signal: AbortSignal): Promise<boolean>
  /** Yields the text as it is written. Ends early when the signal aborts. @throws {WriterError} */
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<string>
}

/** `refused`: the service's rules forbid the text. `failed`: the service failed; the message is its own, if any. */
export class WriterError extends Error {
  override name = 'WriterError'
  readonly kind: 'refused' | 'failed'
  /** Code of the cause, for the operator's log. */
  readonly code: string

  constructor(kind: 'refused' | 'failed', code: string, message = '', options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.code = code
  }
}
