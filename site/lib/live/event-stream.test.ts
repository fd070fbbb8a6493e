import { expect, test } from 'bun:test'

import { readEvents } from './event-stream.ts'

const body = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })

test('reassembles events however the network splits them', async () => {
  const stream = body(
    ': connected\n\nid: 7\nev',
    'ent: delivery\ndata: {"a":',
    '1}\n\nid: 8\r\nevent: domain\r\ndata: {}\r',
    '\n\r\n',
  )
  expect(await Array.fromAsync(readEvents(stream))).toEqual([
    { id: '7', type: 'delivery', data: '{"a":1}' },
    { id: '8', type: 'domain', data: '{}' },
  ])
})

test('ignores an event that was cut off, because the next connection repeats it', async () => {
  expect(await Array.fromAsync(readEvents(body('id: 7\nevent: delivery\ndata: {}\n')))).toEqual([])
})
