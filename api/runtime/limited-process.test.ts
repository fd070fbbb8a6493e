import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runScript } from './limited-process.ts'

const LIMITS = { memoryKb: 1024 ** 2, cpuMs: 60_000, wallMs: 60_000, outputBytes: 1024 }

async function run(code: string, limits: Partial<typeof LIMITS> = {}, args: string[] = []) {
  const script = join(await mkdtemp(join(tmpdir(), 'currawong-limited-')), 'script.ts')
  await Bun.write(script, code)
  return runScript(script, args, { ...LIMITS, ...limits })
}

test('returns what the script prints, without the environment of the api', async () => {
  process.env['LIMITED_TEST'] = 'secret'
  const code = `console.log(process.argv[2], process.env.LIMITED_TEST)`
  expect(await run(code, {}, ['hello'])).toEqual({ state: 'done', output: 'hello undefined\n' })
  delete process.env['LIMITED_TEST']
})

test('reports a script that fails or is killed', async () => {
  expect(await run('process.exit(3)')).toEqual({ state: 'failed' })
  expect(await run(`process.kill(process.pid, 'SIGKILL')`)).toEqual({ state: 'failed' })
})

test('kills a script that prints or waits too long', async () => {
  const endless = `const text = 'x'.repeat(65536); for (;;) await Bun.write(Bun.stdout, text)`
  expect(await run(endless)).toEqual({ state: 'over', limit: 'output' })
  expect(await run('await Bun.sleep(600_000)', { wallMs: 50 })).toEqual({ state: 'over', limit: 'wall' })
})

test.if(process.platform === 'linux')('kills a script that takes too much memory or CPU time', async () => {
  const hoard = `const all = []; for (;;) { all.push(new Uint8Array(4 << 20).fill(1)); await Bun.sleep(1) }`
  expect(await run(hoard, { memoryKb: 120 * 1024 })).toEqual({ state: 'over', limit: 'memory' })
  expect(await run('for (;;);', { cpuMs: 100 })).toEqual({ state: 'over', limit: 'cpu' })
})

test.if(process.platform === 'linux')('ends a busy script when the api is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'currawong-limited-'))
  const [script, api, pidFile] = ['script.ts', 'api.ts', 'pid'].map(name => join(folder, name))
  await Bun.write(script!, `await Bun.write(${JSON.stringify(pidFile)}, String(process.pid)); for (;;);`)
  const call = `runScript(${JSON.stringify(script)}, [], ${JSON.stringify(LIMITS)})`
  const module = JSON.stringify(join(import.meta.dirname, 'limited-process.ts'))
  await Bun.write(api!, `const { runScript } = await import(${module}); await ${call}`)
  const parent = Bun.spawn([process.execPath, api!])
  let pid = ''
  for (; pid === ''; await Bun.sleep(10)) if (existsSync(pidFile!)) pid = await Bun.file(pidFile!).text()
  parent.kill('SIGKILL')
  while (existsSync(`/proc/${pid}`)) await Bun.sleep(10)
})
