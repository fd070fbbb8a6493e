import { EventSourceParserStream } from 'eventsource-parser/stream'

export type StreamEvent = { id: string; type: string; data: string }

/** Reads server-sent events from a body as they arrive. EventSource can't be used because it sends no Authorization header. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const text: ReadableStream<string> = body.pipeThrough(new TextDecoderStream() as never)
  const reader = text.pipeThrough(new EventSourceParserStream()).getReader()
  // Safari has no async iteration of streams.
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    const { id = '', event: type = 'message', data } = value
    yield { id, type, data }
  }
}
