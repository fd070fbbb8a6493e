import type { CaptionEvents } from '#shared/posts/captions.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError, UNREACHABLE } from '#site/lib/api/error.ts'
import { readEvents } from '#site/lib/live/event-stream.ts'

/**
 * Lets AI draft an answer, and returns it. Nothing is sent: a person reads it first.
 * @param show gets the text as it grows
 * @throws {ApiError}
 */
export async function draftReply(
  id: string,
  show: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const { body } = await api.inbox[':id'].draft.$post({ param: { id } }, { init: { signal } })
  let text = ''
  for await (const { type, data } of readEvents(body!)) {
    const payload: unknown = JSON.parse(data)
    if (type === 'done') return (payload as CaptionEvents['done']).text
    if (type === 'failed') {
      const { code, message, fields } = payload as CaptionEvents['failed']
      throw new ApiError(code, message, fields)
    }
    text += (payload as CaptionEvents['text']).delta
    show(text.trimStart())
  }
  throw new ApiError('network', UNREACHABLE)
}
