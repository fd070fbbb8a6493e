import type { Family, Member } from '../processes/family.ts'
import { isFree, nextFreePort } from '../processes/free-port.ts'

const SANDBOX_PORT = 4010
const SANDBOX_SMTP_PORT = 4025
const PORT = 3000

export type SandboxPart = { member: Member; url: string; smtpUrl: string }

/** The outside world, on its usual ports or the next free ones. What was published there lives as long as it. */
export async function startSandbox(family: Family): Promise<SandboxPart> {
  const port = await nextFreePort(Number(process.env.SANDBOX_PORT ?? SANDBOX_PORT))
  const smtpPort = await nextFreePort(Number(process.env.SANDBOX_SMTP_PORT ?? SANDBOX_SMTP_PORT), [port])
  const member = family.start({
    name: 'The sandbox',
    words: ['sandbox/server.ts'],
    env: { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort) },
    ready: /^sandbox ready /,
  })
  const [, url, smtpUrl] = /^sandbox ready (\S+) (\S+)/.exec(await member.ready) ?? []
  if (!url || !smtpUrl) throw new Error('The sandbox did not say where it serves.')
  return { member, url, smtpUrl }
}

/** PORT when it is given, else 3000 or the next free one. */
export async function choosePort(): Promise<number> {
  const asked = process.env.PORT
  if (!asked) return nextFreePort(PORT)
  if (await isFree(Number(asked))) return Number(asked)
  throw new Error(
    `Port ${asked} is taken. End what listens there, or start with another: PORT=${Number(asked) + 1}.`,
  )
}

type Api = { env: Record<string, string>; watch?: boolean; onLine: (line: string) => void }

export async function startApi(
  family: Family,
  { env, watch, onLine }: Api,
): Promise<Member & { url: string }> {
  const member = family.start({
    name: 'The api',
    words: [...(watch ? ['--watch', '--no-clear-screen'] : []), 'api/server.ts'],
    env,
    ready: /^ready http/,
    onLine,
  })
  const url = (await member.ready).replace(/^ready /, '').trim()
  return { ...member, url }
}
