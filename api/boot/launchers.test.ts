import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'currawong-launcher-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('stops cleanly when its launcher is killed without forwarding the signal, as npx is', async () => {
  const launcher = Bun.spawn(['sh', '-c', `"${process.execPath}" api/server.ts & : stands for npx; wait`], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: '',
      PUBLIC_URL: '',
      SITE_URL: '',
      LOG_LEVEL: 'info',
      APP_SECRET: 'a secret of the tests, long enough',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = launcher.stdout.pipeThrough(new TextDecoderStream())
  let output = ''
  for await (const piece of lines) {
    output += piece
    if (output.includes('ready http') && launcher.exitCode === null) launcher.kill('SIGKILL')
  }
  // The pipe ends with the last process that writes to it.
  expect(output).toContain('"signal":"launcher gone"')
})
