import type { APIRoute } from 'astro'
import sharp from 'sharp'

import { markSvg } from '#site/build/mark.ts'

const SIZE = 32
const HEADER_BYTES = 22

/** Wraps one PNG in the .ico container: a count of pictures, then the size and offset of each. */
export const GET: APIRoute = async () => {
  const png = await sharp(Buffer.from(await markSvg()))
    .resize(SIZE)
    .png()
    .toBuffer()
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(SIZE, 6)
  header.writeUInt8(SIZE, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(HEADER_BYTES, 18)
  return new Response(new Uint8Array(Buffer.concat([header, png])))
}
