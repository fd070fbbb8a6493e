export type CommandResult = { code: number; out: string; err: string }

/** Runs a command to its end, with exactly this environment. */
export async function run(
  command: string[],
  env: Record<string, string | undefined>,
  cwd = '.',
): Promise<CommandResult> {
  const child = Bun.spawn(command, { env, cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, err }
}
