import type { FileStore, StoredFile } from './file-store.ts'

const TIMEOUT_MS = 60_000

export class UnreachableMedia extends Error {
  override name = 'UnreachableMedia'
}

/** Fetches media as the providers do. With `redirects: 'error'` a redirect counts as unreachable. */
export async function fetchMedia(
  files: FileStore,
  url: string,
  redirects: 'error' | 'follow',
): Promise<StoredFile> {
  if (!/^https?:\/\//.test(url)) throw new UnreachableMedia('only http and https addresses can be fetched')
  try {
    const response = await fetch(url, {
      redirect: redirects === 'error' ? 'manual' : 'follow',
      headers: { 'user-agent': 'facebookexternalhit/1.1' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok || !response.body)
      throw new UnreachableMedia(`the address responded with ${response.status}`)
    const name = new URL(url).pathname.split('/').at(-1) ?? ''
    return await files.receive(response.body, { name, type: response.headers.get('content-type') ?? '' })
  } catch (error) {
    throw error instanceof UnreachableMedia ? error : new UnreachableMedia(String(error))
  }
}
