/** Networks take spaces and line ends away, and compose accents, before they show what was sent. */
export const isSameText = (shown: string, sent: unknown): boolean =>
  typeof sent === 'string' && plain(shown) === plain(sent)

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
