import { startSandbox } from './start.ts'

const folder = process.env['SANDBOX_DIR']
const sandbox = await startSandbox({
  ...(folder && { folder }),
  port: Number(process.env['SANDBOX_PORT'] ?? 4010),
  smtpPort: Number(process.env['SANDBOX_SMTP_PORT'] ?? 4025),
})
console.log(`sandbox ready ${sandbox.url} ${sandbox.smtpUrl}`)

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  await sandbox.stop()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
