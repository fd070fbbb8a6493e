import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { nextFreePort } from '../../../commands/processes/free-port.ts'
import { eventually } from '../../eventually.ts'
import { freePort } from '../../free-port.ts'

const DEPLOY = `${import.meta.dirname}/../../../deploy`
const HOST = 'currawong.example'

type Ports = { https: number; http: number; api: number }

/** A Debian proxy with the configuration of `deploy/`, changed only in ports, host name and certificate. */
type Proxy = {
  program: string
  /** Writes the proxy's files into a folder. @returns the command that starts it */
  prepare: (folder: string, ports: Ports) => Promise<string[]>
}

export const PROXIES: Record<string, Proxy> = {
  nginx: {
    program: 'nginx',
    async prepare(folder, { https, http, api }) {
      const site = changed(await Bun.file(`${DEPLOY}/nginx.conf`).text(), [
        [/listen \[::\].*\n/g, '\n'],
        [/listen 443/g, `listen 127.0.0.1:${https}`],
        [/listen 80/g, `listen 127.0.0.1:${http}`],
        [/127\.0\.0\.1:3000/g, `127.0.0.1:${api}`],
        [/\/var\/log\/nginx\/access\.log/g, join(folder, 'access.log')],
        [/\/etc\/letsencrypt\/live\/currawong\.example\/fullchain\.pem/g, join(folder, 'cert.pem')],
        [/\/etc\/letsencrypt\/live\/currawong\.example\/privkey\.pem/g, join(folder, 'key.pem')],
      ])
      await Bun.write(join(folder, 'site.conf'), site)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        name => `${name}_temp_path ${join(folder, name)};`,
      )
      const main = `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}
        http { access_log off; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }`
      await Bun.write(join(folder, 'nginx.conf'), main)
      return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
    },
  },
  caddy: {
    program: 'caddy',
    async prepare(folder, { https, http, api }) {
      const certificate = `tls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`
      const site = changed(await Bun.file(`${DEPLOY}/Caddyfile`).text(), [
        [/^currawong\.example \{$/gm, `https://${HOST}:${https} {\n\tbind 127.0.0.1\n\t${certificate}`],
        [/127\.0\.0\.1:3000/g, `127.0.0.1:${api}`],
      ])
      const options = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tdefault_bind 127.0.0.1\n}\n`
      await Bun.write(join(folder, 'Caddyfile'), options + site)
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
    },
  },
}

/** @throws {Error} if a pattern matches nothing in the file, because the proxy would then not be the one under test */
function changed(text: string, changes: [RegExp, string][]): string {
  let result = text
  for (const [pattern, by] of changes) {
    if (result.search(pattern) < 0) throw new Error(`Nothing in the file matches ${String(pattern)}.`)
    result = result.replace(pattern, by)
  }
  return result
}

/** Starts a proxy in front of an api. Returns undefined, with a message, if it is not installed. */
export async function startProxy(name: string, api: number) {
  const { program, prepare } = PROXIES[name]!
  const found = Bun.which(program, { PATH: `${process.env.PATH}:/usr/sbin:/sbin` })
  if (!found) {
    console.log(`${name} is left out: it is not installed (apt-get install ${name})`)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), `currawong-${name}-`))
  const certified = Bun.spawnSync(
    ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', 'key.pem'].concat([
      '-out',
      'cert.pem',
      '-subj',
      `/CN=${HOST}`,
      '-addext',
      `subjectAltName=DNS:${HOST}`,
    ]),
    { cwd: folder, stderr: 'pipe' },
  )
  if (certified.exitCode !== 0) throw new Error(certified.stderr.toString())
  const https = await freePort()
  const http = await nextFreePort(https + 1)
  const child = Bun.spawn([found, ...(await prepare(folder, { https, http, api }))], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: Bun.file(join(folder, 'log')),
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
    rmSync(folder, { recursive: true, force: true })
  }
  const ca = await Bun.file(join(folder, 'cert.pem')).text()
  await eventually(`${name} on port ${https}`, async () => {
    if (child.exitCode !== null) throw new Error(await Bun.file(join(folder, 'log')).text())
    return Bun.connect({ hostname: '127.0.0.1', port: https, socket: { data() {} } })
      .then(socket => (socket.end(), true))
      .catch(() => false)
  })
  return { https, http, host: HOST, ca, stop }
}
export type RunningProxy = NonNullable<Awaited<ReturnType<typeof startProxy>>>
