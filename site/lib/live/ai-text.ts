import type { CaptionEvents } from '#shared/posts/captions.ts'
import { ApiError, UNREACHABLE } from '#site/lib/api/error.ts'
import { readEvents } from './event-stream.ts'

/**
 * Reads a text while AI writes it, and returns the final text.
 * @param show gets the text as it grows
 * @throws {ApiError} also if the stream ends before the text does
 */
export async function readAiText(
  { body }: Pick<Response, 'body'>,
  show?: (text: string) => void,
): Promise<CaptionEvents['done']> {
  let text = ''
  for await (const { type, data } of readEvents(body!)) {
    const payload: unknown = JSON.parse(data)
    if (type === 'done') return payload as CaptionEvents['done']
    if (type === 'failed') {
      const { code, message, fields } = payload as CaptionEvents['failed']
      throw new ApiError(code, message, fields)
    }
    text += (payload as CaptionEvents['text']).delta
    show?.(text.trimStart())
  }
  throw new ApiError('network', UNREACHABLE)
}
