export type StreamEvent = { id: string; type: string; data: string }

/**
 * Reads server-sent events from a body as they arrive (WHATWG HTML, 9.2.6). EventSource can't be used because it sends no
 * Authorization header.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let buffer = ''
  for await (const chunk of chunks(body.pipeThrough(new TextDecoderStream() as never))) {
    buffer = (buffer + chunk).replaceAll('\r\n', '\n')
    const blocks = buffer.split('\n\n')
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) yield event
    }
  }
}

/** Iterates over a stream; Safari has no async iteration of streams. */
async function* chunks(stream: ReadableStream<string>) {
  const reader = stream.getReader()
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function parseEvent(block: string): StreamEvent | undefined {
  const event = { id: '', type: 'message', data: [] as string[] }
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const value = line.slice(colon + 1).replace(/^ /, '')
    if (line.startsWith('id:')) event.id = value
    if (line.startsWith('event:')) event.type = value
    if (line.startsWith('data:')) event.data.push(value)
  }
  return event.data.length > 0 ? { ...event, data: event.data.join('\n') } : undefined
}
