/** Cache in which the service worker (`public/push-worker.js`) stores content for the next page, as it has no session. */
const CACHE = 'handed-over'
/** Lifetime of shared content: long enough to sign in, and too short for the next user of the device to see it. */
const MAX_AGE_MS = 15 * 60_000

type Entry = { at: number }
type FileInfo = { name: string; type: string }
/** Workers of earlier releases, which may still be active, write `words` and `names`. */
type SharedEntry = Entry & ({ texts: string[]; files: FileInfo[] } | { words: string[]; names: FileInfo[] })

export type Shared = { text: string; files: File[] }

/** Returns the shared content, once. */
export async function takeShared(): Promise<Shared | undefined> {
  const cache = await openCache()
  const entry = await take<SharedEntry>(cache, '/handed/share')
  if (!cache || !entry) return undefined
  const [texts, fileInfos] = 'texts' in entry ? [entry.texts, entry.files] : [entry.words, entry.names]
  const files: File[] = []
  for (const [at, { name, type }] of fileInfos.entries()) {
    const path = `/handed/file/${at}`
    const response = await cache.match(path)
    if (response) files.push(new File([await response.blob()], name, { type }))
    await cache.delete(path)
  }
  // Omits the link if the text contains it already.
  const parts = texts.map(text => text.trim()).filter(Boolean)
  const distinct = parts.filter(
    (each, at) => !parts.some((other, i) => i !== at && isWithin(each, at, other, i)),
  )
  return { text: distinct.join('\n\n'), files }
}

const isWithin = (text: string, at: number, other: string, i: number) =>
  other.includes(text) && (other !== text || i < at)

/** Returns the id of the post to retry, once. */
export const takeRetry = async (): Promise<string | undefined> =>
  (await take<Entry & { retry: string }>(await openCache(), '/handed/act'))?.retry

const openCache = async () => ('caches' in globalThis ? await caches.open(CACHE) : undefined)

async function take<Kind extends Entry>(cache: Cache | undefined, path: string): Promise<Kind | undefined> {
  const response = await cache?.match(path)
  if (!response) return undefined
  await cache?.delete(path)
  const entry = (await response.json()) as Kind
  return Date.now() - entry.at < MAX_AGE_MS ? entry : undefined
}
