/**
 * Returns the pasted files. Ignores the picture that Word, Excel, Google Sheets and Pages add to copied text: a file counts only if
 * each line of the text is a file's name or the picture's URL.
 */
export function pastedFiles(data: { files: ArrayLike<File>; getData: (format: string) => string }): File[] {
  const files = Array.from(data.files)
  const lines = data
    .getData('text/plain')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  const html = data.getData('text/html')
  const isNamed = (line: string) =>
    files.some(({ name }) => name === lastSegment(line)) ||
    html.includes(`src="${line.replaceAll('&', '&amp;')}"`)
  return lines.every(isNamed) ? files : []
}

/** Returns the file's name of a path or a `file:` URL. */
function lastSegment(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? ''
  if (!path.startsWith('file:')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
