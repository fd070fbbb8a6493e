import type { Family, Member } from '../processes/family.ts'

export type SandboxPart = { member: Member; url: string; smtpUrl: string }

/** Starts a sandbox, by default on free ports and without a folder. */
export async function startSandboxProcess(
  family: Family,
  env: Record<string, string> = { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' },
): Promise<SandboxPart> {
  const member = family.start({
    name: 'The sandbox',
    args: ['sandbox/server.ts'],
    env,
    ready: /^sandbox ready /,
  })
  const [, url, smtpUrl] = /^sandbox ready (\S+) (\S+)/.exec(await member.ready) ?? []
  if (!url || !smtpUrl) throw new Error('The sandbox printed no URL.')
  return { member, url, smtpUrl }
}
