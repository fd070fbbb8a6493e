/** Returns an MP4 box with this content. */
export function box(type: string, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(content.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}
