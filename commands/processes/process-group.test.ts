import { expect, test } from 'bun:test'

const PROCESS_GROUP = JSON.stringify(`${import.meta.dirname}/process-group.ts`)

/** Runs a group of two processes. The one named “The sandbox” runs a script, the other would run forever. */
async function runGroup(script: string) {
  const program = `
    import { exitTogether, createProcessGroup } from ${PROCESS_GROUP}
    const processes = createProcessGroup()
    const run = (name, script) => processes.start({ name, args: ['-e', script], ready: /^ready/ })
    const forever = run('The api', 'console.log("ready"); setInterval(() => {}, 1000)')
    const other = run('The sandbox', ${JSON.stringify(script)})
    await Promise.all([forever.ready, other.ready])
    console.log('pid', forever.pid)
    exitTogether(processes, [forever, other])`
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'inherit' })
  const [printed, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
  return { printed, code, other: Number(/pid (\d+)/.exec(printed)?.[1]) }
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['throws', 'console.log("ready"); setTimeout(() => { throw new Error("no more functions") }, 1)', 1],
  ['exits', 'console.log("ready"); console.error("no more functions"); process.exit(7)', 7],
  [
    'is killed',
    'console.log("ready"); console.error("no more functions"); process.kill(process.pid, 9)',
    137,
  ],
])('names the process that %s, repeats its last words and ends the rest', async (_, script, itsCode) => {
  const { printed, code, other } = await runGroup(script)
  expect(code).toBe(1)
  expect(printed).toContain(`The sandbox ended unexpectedly (code ${itsCode}), so everything stops.`)
  expect(printed).toContain('no more functions')
  expect(printed).toContain('Start again with the same command.')
  expect(isRunning(other)).toBe(false)
})
