import type { Prompt } from '#api/ai/prompt.ts'
import { type Writer, WriterError } from '#api/ai/writer.ts'
import type { UserContext } from '#api/context.ts'
import { limit, LIMITS, refundLimit } from '#api/http/limits/limits.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { sharesData } from '#api/settings/settings.ts'
import { CAPTION_MESSAGES, type CaptionEvents } from '#shared/posts/captions.ts'
import { graphemePrefix } from '#shared/text/graphemes.ts'
import { messageLength } from '#shared/text/lengths.ts'

export type TextEvent =
  | { type: 'text'; data: CaptionEvents['text'] }
  | { type: 'done'; data: CaptionEvents['done'] }

export type Task = {
  prompt: Prompt
  /** The user's part of the prompt, which the service moderates. */
  material: string
  /** Maximum length of the text, as networks count it. */
  maxChars: number
}

/**
 * Yields a text while AI writes it, then the final text, cut to its maximum. Neither stores nor logs the prompt.
 * @throws {DomainError} `forbidden` if the user shares no data, `rate_limited` above the daily maximum, `invalid` if the service
 *   rejects the subject, `upstream` with the service's message
 */
export async function* writeText(
  ctx: UserContext,
  task: Task,
  signal: AbortSignal,
): AsyncGenerator<TextEvent> {
  const { writer } = ctx
  if (!writer) throw new DomainError('upstream', CAPTION_MESSAGES.unavailable)
  if (!(await sharesData(ctx))) throw new DomainError('forbidden', CAPTION_MESSAGES.notShared)
  const counted = { ...LIMITS.captions, key: ctx.userId }
  await limit(ctx, counted)
  let isShown = false
  try {
    for await (const event of write(writer, task, signal)) {
      isShown = true
      yield event
    }
  } catch (error) {
    if (!(error instanceof WriterError)) throw error
    ctx.log.warn({ userId: ctx.userId, failure: error.code }, 'caption not written')
    if (error.kind === 'refused')
      throw new DomainError('invalid', CAPTION_MESSAGES.refused, {
        fields: { prompt: CAPTION_MESSAGES.refused },
        cause: error,
      })
    // A failed call counts if it showed text or was aborted. Otherwise both could be repeated without limit.
    if (!isShown && !signal.aborted) await refundLimit(ctx, counted)
    throw new DomainError('upstream', error.message || CAPTION_MESSAGES.failed, { cause: error })
  }
}

async function* write(
  writer: Writer,
  { prompt, material, maxChars }: Task,
  signal: AbortSignal,
): AsyncGenerator<TextEvent> {
  await requireAllowed(writer, material, signal)
  let whole = ''
  let length = 0
  for await (const delta of writer.write(prompt, signal)) {
    whole += delta
    length += messageLength(delta)
    if (length > maxChars) break
    yield { type: 'text', data: { delta } }
  }
  if (signal.aborted) return
  const text = graphemePrefix(whole.trim(), maxChars).trimEnd()
  if (text === '') throw new WriterError('failed', 'empty')
  await requireAllowed(writer, text, signal)
  yield { type: 'done', data: { text, cut: length > maxChars } }
}

async function requireAllowed(writer: Writer, text: string, signal: AbortSignal) {
  if (await writer.flags(text, signal)) throw new WriterError('refused', 'moderation')
}
