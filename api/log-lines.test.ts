import { expect, test } from 'bun:test'

import { linesTogether } from './log-lines.ts'

test('what is logged in one turn is written at once and in its order', async () => {
  const written: string[] = []
  const lines = linesTogether({ write: text => void written.push(text) })
  const turn = () => new Promise(resolve => setImmediate(resolve))
  lines.write('one\n')
  lines.write('two\n')
  expect(written).toEqual([])
  await turn()
  lines.write('three\n')
  await turn()
  expect(written).toEqual(['one\ntwo\n', 'three\n'])
})

test('a process that ends at once leaves what it logged', async () => {
  const script = `
    import { createLog } from '${import.meta.dirname}/log.ts'
    createLog({ logLevel: 'info' }).info('the last')
    process.exit(3)
  `
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  expect(await new Response(child.stdout).text()).toContain('"msg":"the last"')
  expect(await child.exited).toBe(3)
}, 60_000)
