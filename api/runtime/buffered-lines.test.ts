import { expect, test } from 'bun:test'

import { bufferLines } from './buffered-lines.ts'

test('writes the lines of 20 ms together and in order', async () => {
  const { lines, writes, written } = collect()
  lines.write('{"level":30,"msg":"one"}\n')
  lines.write('{"level":20,"msg":"two"}\n')
  expect(writes).toEqual([])
  await written()
  lines.write('{"level":30,"msg":"three"}\n')
  await written()
  expect(writes).toEqual([
    '{"level":30,"msg":"one"}\n{"level":20,"msg":"two"}\n',
    '{"level":30,"msg":"three"}\n',
  ])
})

test('writes a warning immediately, after the lines before it', () => {
  const { lines, writes } = collect()
  lines.write('{"level":30,"msg":"one"}\n')
  lines.write('{"level":40,"msg":"look"}\n')
  expect(writes).toEqual(['{"level":30,"msg":"one"}\n{"level":40,"msg":"look"}\n'])
})

function collect() {
  const writes: string[] = []
  let onWrite = () => {}
  const lines = bufferLines({
    write(text) {
      writes.push(text)
      onWrite()
    },
  })
  return { lines, writes, written: () => new Promise<void>(resolve => (onWrite = resolve)) }
}

test('flushes its lines when the process exits', async () => {
  const script = `
    import { createLog } from '${import.meta.dirname}/logger.ts'
    createLog({ logLevel: 'info' }).info('the last')
    process.exit(3)
  `
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  expect(await new Response(child.stdout).text()).toContain('"msg":"the last"')
  expect(await child.exited).toBe(3)
})
