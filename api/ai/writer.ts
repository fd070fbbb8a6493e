import type { Prompt } from './prompt.ts'

/** What writes: OpenAI, or whatever speaks its language. */
export type Writer = {
  /** Whether the service's own rules forbid the text. @throws WriterError */
  flags(text: string, signal: AbortSignal): Promise<boolean>
  /** The text, as it is written. Ends early when the signal aborts. @throws WriterError */
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<string>
}

/** `refused`: the service won't write this; `failed`: it could not, and its words say why, if it had any. */
export class WriterError extends Error {
  override name = 'WriterError'
  readonly kind: 'refused' | 'failed'
  /** Tells an operator what it was. */
  readonly code: string

  constructor(kind: 'refused' | 'failed', code: string, words = '', options?: ErrorOptions) {
    super(words, options)
    this.kind = kind
    this.code = code
  }
}
