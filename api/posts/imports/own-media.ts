/** Returns the id of the file of the library to which a link of ours leads, also an expired one. */
export function mediaIdOf(publicUrl: string, url: string): string | undefined {
  const start = `${publicUrl}/api/media/`
  if (!url.startsWith(start)) return undefined
  return /^([\w-]{8,64})\//.exec(url.slice(start.length))?.[1]
}
