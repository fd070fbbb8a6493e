import { expect, test } from 'bun:test'
import { join } from 'node:path'

const MODULE = JSON.stringify(join(import.meta.dirname, 'priority.ts'))
const SCRIPT = `
  import { getPriority } from 'node:os'
  import { lowerPriority } from ${MODULE}
  const before = getPriority()
  lowerPriority(10)
  console.log(before, getPriority())`

const prioritiesAt = (niceness: number) =>
  Bun.spawnSync(['nice', '-n', String(niceness), process.execPath, '-e', SCRIPT])
    .stdout.toString()
    .split(' ')
    .map(Number)

test.if(process.platform === 'linux')('lowers a priority, and keeps one that is lower already', () => {
  for (const niceness of [0, 15]) {
    const [before, after] = prioritiesAt(niceness)
    expect(after).toBe(Math.max(before!, 10))
  }
})
