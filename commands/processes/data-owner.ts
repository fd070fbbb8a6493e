import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { exitWithMessage, StartError } from '#api/runtime/errors.ts'

type Environment = Record<string, string | undefined>

/** Returns why root should not run a command on data of another user; undefined for other users. */
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

/** Runs a command that may create files in the data folder, unless root would own them. Prints its result, or its error and exits. */
export async function runDataCommand(command: () => Promise<string>): Promise<void> {
  process.umask(0o077)
  try {
    const problem = rootProblem(process.env)
    if (problem) throw new StartError(problem)
    console.log(await command())
  } catch (error) {
    exitWithMessage(error)
  }
}
