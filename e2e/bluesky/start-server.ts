import { join } from 'node:path'

export type BlueskyAccount = Awaited<ReturnType<Awaited<ReturnType<typeof startBlueskyServer>>['newAccount']>>

/**
 * Starts Bluesky's own server, and a directory of DIDs, in Node. `run.ts` installs it.
 * @param clients where clients of OAuth with a public https URL really are, by that URL
 */
export async function startBlueskyServer(clients: Record<string, string> = {}) {
  const child = Bun.spawn(['node', '--no-warnings', 'start.mjs'], {
    cwd: join(import.meta.dirname, 'server'),
    env: { ...process.env, CLIENTS: JSON.stringify(clients) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [url, plcUrl] = ['', '']
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    ;[, url = '', plcUrl = ''] = /^ready (\S+) (\S+)$/m.exec(text) ?? []
    if (url) break
  }
  if (!url) throw new Error('Bluesky’s server didn’t start.')
  const call = async (nsid: string, json: unknown, token?: string) => {
    const response = await fetch(`${url}/xrpc/${nsid}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(json),
    })
    if (!response.ok) throw new Error(`${nsid}: ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  let names = 0
  return {
    url,
    /** URL that the server gives as its own. Proofs of keys contain it. */
    publicUrl: url.replace('127.0.0.1', 'localhost'),
    plcUrl,
    async newAccount() {
      const handle = `pat${Date.now() % 1e9}${names++}.test`
      const password = crypto.randomUUID()
      const { did = '', accessJwt } = await call('com.atproto.server.createAccount', {
        handle,
        email: `${handle}@mail.example`,
        password,
      })
      const { password: appPassword = '' } = await call(
        'com.atproto.server.createAppPassword',
        { name: 'ours' },
        accessJwt,
      )
      return { did, handle, password, appPassword }
    },
    /** Returns the texts of all posts, replies included. */
    async textsOf(did: string) {
      const texts: { text: string; isReply: boolean }[] = []
      let cursor: string | undefined
      do {
        const query = new URLSearchParams({
          repo: did,
          collection: 'app.bsky.feed.post',
          limit: '100',
          ...(cursor && { cursor }),
        })
        const response = await fetch(`${url}/xrpc/com.atproto.repo.listRecords?${query}`)
        const page = (await response.json()) as {
          records: { value: { text: string; reply?: unknown } }[]
          cursor?: string
        }
        texts.push(
          ...page.records.map(({ value }) => ({ text: value.text, isReply: value.reply !== undefined })),
        )
        cursor = page.cursor
      } while (cursor)
      return texts
    },
    stop: () => child.kill(),
  }
}
