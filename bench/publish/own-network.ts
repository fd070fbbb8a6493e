/** Public addresses of three websites, and of one that redirects to private addresses. */
export const WEBSITES = ['45.33.32.11', '45.33.32.12', '45.33.32.13'] as const
export const MISLEADING = '45.33.32.14'
/** Private addresses, to which no website check may connect. */
export const PRIVATE = ['127.0.0.1', '10.20.30.40', '192.168.20.30', '169.254.169.254'] as const

const SET_UP = [
  'ip link set lo up',
  ...[...WEBSITES, MISLEADING, ...PRIVATE.slice(1)].map(address => `ip addr add ${address}/32 dev lo`),
]

/**
 * Runs a program in a network namespace without access to other machines, where these addresses belong to this machine.
 * @returns what the program prints. @throws {Error} if it fails, or the machine doesn’t allow it
 */
export async function runInNetworkNamespace(program: string): Promise<string> {
  const command = [...SET_UP, `exec '${process.execPath}' '${program}'`].join(' && ')
  const { stdout, exited } = Bun.spawn(
    ['unshare', '--user', '--map-root-user', '--net', 'sh', '-c', command],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  const [output, code] = await Promise.all([new Response(stdout).text(), exited])
  if (code !== 0) throw new Error('The audits need unshare and ip, and the permission to create a network.')
  return output
}
