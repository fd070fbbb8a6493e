import { expect, test } from 'bun:test'

import { bufferLines } from './buffered-lines.ts'

test('what is logged within a moment is written at once and in its order', async () => {
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

test('a warning is written at once, after what was logged before it', () => {
  const { lines, writes } = collect()
  lines.write('{"level":30,"msg":"one"}\n')
  lines.write('{"level":40,"msg":"look"}\n')
  expect(writes).toEqual(['{"level":30,"msg":"one"}\n{"level":40,"msg":"look"}\n'])
})

function collect() {
  const writes: string[] = []
  let tell = () => {}
  const lines = bufferLines({
    write(text) {
      writes.push(text)
      tell()
    },
  })
  return { lines, writes, written: () => new Promise<void>(resolve => (tell = resolve)) }
}

test('a process that ends at once leaves what it logged', async () => {
  const script = `
    import { createLog } from '${import.meta.dirname}/logger.ts'
    createLog({ logLevel: 'info' }).info('the last')
    process.exit(3)
  `
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  expect(await new Response(child.stdout).text()).toContain('"msg":"the last"')
  expect(await child.exited).toBe(3)
}, 60_000)
