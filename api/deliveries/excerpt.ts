const EXCERPT_LENGTH = 80

/** Returns the beginning of a post's text, on one line. */
export function excerpt(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim()
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH - 1).trimEnd()}…` : line
}
