const MARKS: [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]
/** Beginning of a page that is searched for its declaration. The standard requires it in the first 1024 bytes. */
const DECLARED_IN = 4096
const CHARSET = /\bcharset\s*=\s*["']?\s*([\w:.-]{1,40})/i
const META = /<meta[^<>]*\bcharset\s*=\s*["']?\s*([\w:.-]{1,40})/i

/**
 * Decodes a page as browsers do: by its byte order mark, the charset of its Content-Type, or its own declaration. A page without
 * any is UTF-8 if it can be, and Windows-1252 otherwise. The bytes may end within a character.
 */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const [marked] = MARKS.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  const declared =
    marked ??
    CHARSET.exec(contentType)?.[1] ??
    META.exec(bytes.toString('latin1', 0, DECLARED_IN))?.[1]?.replace(/^utf-16.*/i, 'utf-8')
  if (declared)
    try {
      return new TextDecoder(declared).decode(bytes)
    } catch {
      // Not an encoding. Browsers ignore such a declaration.
    }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
