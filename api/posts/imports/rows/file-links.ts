/** Returns a link to a file of the library, for a row's cell. Its name tells what kind of file it is. */
export const linkToFile = (publicUrl: string, { id, name }: { id: string; name: string }) =>
  `${publicUrl}/api/media/${id}/${encodeURIComponent(name)}`

/** Returns the id of the library's file that one of our own links leads to, even an expired one. */
export function mediaIdOf(publicUrl: string, url: string): string | undefined {
  const start = `${publicUrl}/api/media/`
  if (!url.startsWith(start)) return undefined
  return /^([\w-]{8,64})\//.exec(url.slice(start.length))?.[1]
}
