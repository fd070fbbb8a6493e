import { open } from 'node:fs/promises'

type Pixels = {
  /** Rows of interleaved 8-bit RGB or RGBA. */
  data: Uint8Array
  width: number
  height: number
  /** Bytes from one row to the next. */
  stride: number
  channels: 3 | 4
  isPremultiplied?: boolean
  /** ICC profile; defaults to sRGB. */
  icc?: Uint8Array | undefined
  /** As in EXIF, 1 to 8. */
  orientation?: number | undefined
}

const ROWS_PER_STRIP = 16
const [SHORT, LONG, UNDEFINED] = [3, 4, 7] as const
const BYTES = { [SHORT]: 2, [LONG]: 4, [UNDEFINED]: 1 }
type Field = {
  tag: number
  type: typeof SHORT | typeof LONG | typeof UNDEFINED
  values: readonly number[] | Uint8Array
}

/**
 * Writes an uncompressed TIFF (TIFF 6.0), which libvips can read row by row. It is the simplest format for pixels with an ICC profile,
 * which sharp can't assign to raw pixels.
 */
export async function writeTiff(path: string, pixels: Pixels): Promise<void> {
  const { data, width, height, stride, channels } = pixels
  const rowBytes = width * channels
  const file = await open(path, 'w', 0o600)
  try {
    const starts = Array.from(
      { length: Math.ceil(height / ROWS_PER_STRIP) },
      (_, strip) => strip * ROWS_PER_STRIP,
    )
    await file.write(Buffer.alloc(8))
    for (const start of starts) {
      const rows = Array.from({ length: Math.min(ROWS_PER_STRIP, height - start) }, (_, row) =>
        data.subarray((start + row) * stride, (start + row) * stride + rowBytes),
      )
      await file.write(Buffer.concat(rows))
    }
    const end = 8 + rowBytes * height
    await file.write(directory(describePixels(pixels, starts), end))
    const header = Buffer.from('II*\0\0\0\0\0', 'latin1')
    header.writeUInt32LE(end, 4)
    await file.write(header, 0, 8, 0)
  } finally {
    await file.close()
  }
}

function describePixels(
  { width, height, channels, icc, isPremultiplied, orientation = 1 }: Pixels,
  starts: number[],
): Field[] {
  const rowBytes = width * channels
  const short = (tag: number, ...values: number[]): Field => ({ tag, type: SHORT, values })
  const long = (tag: number, ...values: number[]): Field => ({ tag, type: LONG, values })
  return [
    long(256, width),
    long(257, height),
    short(258, ...Array<number>(channels).fill(8)),
    short(259, 1), // no compression
    short(262, 2), // RGB
    long(273, ...starts.map(start => 8 + start * rowBytes)),
    short(274, orientation),
    short(277, channels),
    long(278, ROWS_PER_STRIP),
    long(279, ...starts.map(start => Math.min(ROWS_PER_STRIP, height - start) * rowBytes)),
    short(284, 1), // interleaved
    ...(channels === 4 ? [short(338, isPremultiplied ? 1 : 2)] : []),
    ...(icc ? [{ tag: 34_675, type: UNDEFINED, values: icc } as const] : []),
  ]
}

/** Encodes an image file directory at an offset, followed by the values that don't fit in its fields. */
function directory(fields: Field[], offset: number): Buffer {
  const size = 2 + fields.length * 12 + 4
  const head = Buffer.alloc(size)
  const outside: Buffer[] = []
  let next = offset + size
  head.writeUInt16LE(fields.length, 0)
  for (const [index, { tag, type, values }] of fields.entries()) {
    const at = 2 + index * 12
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(values.length, at + 4)
    const bytes = Buffer.alloc(Math.max(4, values.length * BYTES[type]))
    if (type === UNDEFINED) bytes.set(values)
    else
      for (const [position, value] of [...values].entries())
        bytes.writeUIntLE(value, position * BYTES[type], BYTES[type])
    if (bytes.length === 4) {
      bytes.copy(head, at + 8)
    } else {
      head.writeUInt32LE(next, at + 8)
      outside.push(bytes)
      next += bytes.length
    }
  }
  return Buffer.concat([head, ...outside])
}
