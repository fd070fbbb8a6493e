/** Data of a paste. The browser's `DataTransfer` is one. */
type Pasted = { files: ArrayLike<File>; getData: (format: string) => string }

/**
 * Returns the files of a paste, or none if its text is meant: Word, Excel, Google Sheets and Pages also copy a picture of the text.
 * A text that only names the files or the picture's URL comes with a copied file, or with a picture copied from a page.
 */
export function pastedFiles(data: Pasted): File[] {
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
