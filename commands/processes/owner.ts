import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { exitWithMessage, StartError } from '#api/runtime/errors.ts'

type Environment = Record<string, string | undefined>

/**
 * Compares the user with the owner of the data, because Currawong can't write to files that root creates there.
 * @returns the reason why root should not run the command, or undefined
 */
export function rootProblem(
  environment: Environment,
  uid: number | undefined = process.getuid?.(),
): string | undefined {
  if (uid !== 0) return undefined
  let folder = resolve(environment.DATA_DIR || './data')
  while (!existsSync(folder)) folder = dirname(folder)
  const owner = statSync(folder).uid
  if (owner === 0) return undefined
  const name =
    Bun.spawnSync(['id', '-nu', String(owner)])
      .stdout.toString()
      .trim() || `#${owner}`
  return `You are running this as root, but ${folder} belongs to ${name}: Currawong can’t write to files that root creates there. Run it as that user: sudo -u '${name}' bun run …`
}

/** Runs a command that writes to the data, prints what it returns, and exits with the message of an error. */
export async function runAsOwner(command: () => Promise<string>): Promise<void> {
  process.umask(0o077)
  try {
    const why = rootProblem(process.env)
    if (why) throw new StartError(why)
    console.log(await command())
  } catch (error) {
    exitWithMessage(error)
  }
}
