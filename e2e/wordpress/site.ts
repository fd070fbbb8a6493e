import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { run } from '../../commands/processes/run.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'

const SERVER = join(import.meta.dirname, 'server')
const PACKAGES = join(SERVER, 'node_modules/@wp-playground/wordpress-builds/src')
const STARTS_WITHIN_MS = 30_000
const WORKERS = '4'

type User = { user: string; secret: string; password: string }
type Entry = { id: number; status: string; slug: string; title: { raw: string }; featured_media?: number }

/** Installs a WordPress with a database of its own, and serves it with PHP. */
export async function startWordPress() {
  const folder = await mkdtemp(join(tmpdir(), 'currawong-wordpress-'))
  const php = async (script: string, ...given: string[]) => {
    const { code, out, err } = await run(
      ['php', '-d', 'display_errors=stderr', join(SERVER, script), ...given],
      process.env,
    )
    if (code !== 0) throw new Error(`${script}: ${err || out}`)
    return out
  }
  await php('unpack.php', PACKAGES, folder)
  const port = await freePort()
  const child = Bun.spawn(
    [
      'php',
      '-d',
      'display_errors=0',
      '-d',
      'upload_max_filesize=2M',
      '-S',
      `127.0.0.1:${port}`,
      '-t',
      folder,
    ],
    {
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: WORKERS },
      stdio: ['ignore', 'ignore', 'ignore'],
      // With a group of its own, because PHP's workers outlive their parent.
      detached: true,
    },
  )
  const url = `http://127.0.0.1:${port}`
  await eventually(
    'WordPress responds',
    async () => (await fetch(url).catch(() => undefined))?.ok === true,
    STARTS_WITHIN_MS,
  )

  let names = 0
  const newUser = async (role: string): Promise<User> =>
    JSON.parse(await php('add-user.php', folder, `${role}${names++}`, role)) as User

  /** Reads a whole list, as somebody who sees everything. */
  const admin = await newUser('administrator')
  async function listAll(type: 'posts' | 'media', status: string): Promise<Entry[]> {
    const all: Entry[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = `per_page=100&page=${page}&context=edit&status=${status}&_fields=id,status,slug,title,featured_media`
      const response = await fetch(`${url}/index.php?rest_route=/wp/v2/${type}&${query}`, {
        headers: { Authorization: `Basic ${btoa(`${admin.user}:${admin.password}`)}` },
      })
      all.push(...((await response.json()) as Entry[]))
      pages = Number(response.headers.get('X-WP-TotalPages'))
    }
    return all
  }

  return {
    url,
    newUser,
    /** Agrees on the page for applications, signed in as a user. @returns the page's redirect */
    async authorize(page: string, { user, secret }: User) {
      const { origin } = new URL(page)
      const jar = new Map<string, string>([['wordpress_test_cookie', 'WP Cookie check']])
      const visit = async (at: string, form?: Record<string, string>) => {
        const response = await fetch(at, {
          method: form ? 'POST' : 'GET',
          redirect: 'manual',
          headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
          body: form ? new URLSearchParams(form) : null,
        })
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          jar.set(name, value)
        }
        return response
      }
      await visit(`${origin}/wp-login.php`, { log: user, pwd: secret, testcookie: '1' })
      const html = await (await visit(page)).text()
      const form: Record<string, string> = { approve: 'Yes' }
      await new HTMLRewriter()
        .on('form input[name]', {
          element(input) {
            const name = input.getAttribute('name') ?? ''
            if (input.getAttribute('type') === 'hidden')
              form[name] = unescaped(input.getAttribute('value') ?? '')
            else if (name === 'app_name') form[name] = unescaped(input.getAttribute('value') ?? '')
          },
        })
        .transform(new Response(html))
        .text()
      const back = await visit(`${origin}/wp-admin/authorize-application.php`, form)
      return back.headers.get('Location') ?? ''
    },
    /** Installs a plugin, from the next request on, with this code. @returns what removes it */
    async install(code: string) {
      const plugins = join(folder, 'wp-content/mu-plugins')
      await mkdir(plugins, { recursive: true })
      // With a name of its own, because PHP remembers the code of a file for seconds.
      const file = join(plugins, `${crypto.randomUUID()}.php`)
      await writeFile(file, `<?php ${code}`)
      return () => rm(file)
    },
    posts: (status: string) => listAll('posts', status),
    media: () => listAll('media', 'inherit'),
    async stop() {
      process.kill(-child.pid, 'SIGKILL')
      await child.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const unescaped = (text: string) =>
  text.replaceAll('&#038;', '&').replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#039;', "'")
