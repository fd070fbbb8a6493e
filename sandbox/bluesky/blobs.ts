import { createHash } from 'node:crypto'

import { pictureFormat, pictureSize } from '../files/picture.ts'
import { isMp4 } from '../files/video.ts'
import type { UploadedFile } from '../requests/read-request.ts'
import type { BlueskyBlob } from '../world/entities/bluesky.ts'
import type { World } from '../world/world.ts'
import { invalid, XrpcError } from './xrpc-error.ts'

const MAX_UPLOAD_BYTES = 52_428_800

const RAW = 0x55
const DAG_CBOR = 0x71
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Formats a CID: version 1, a codec, and a SHA-256, in base32. */
function cidOf(codec: number, bytes: Buffer): string {
  const content = Buffer.concat([
    Buffer.from([1, codec, 0x12, 0x20]),
    createHash('sha256').update(bytes).digest(),
  ])
  let bits = ''
  for (const byte of content) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return `b${groups.map(group => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')}`
}

/** Hashes the record's JSON, unlike real servers, whose CIDs are as stable. */
export const recordCid = (json: string) => cidOf(DAG_CBOR, Buffer.from(json))

export const blobKey = (did: string, cid: string) => `${did} ${cid}`

/** Stores a file under its hash. Servers recognise the type by the first bytes, whatever the header says. */
export function storeBlob(world: World, did: string, upload: UploadedFile | undefined): BlueskyBlob {
  const file = upload?.file
  if (!file) throw invalid('Request encoding (Content-Type) required but not provided')
  if (file.bytes > MAX_UPLOAD_BYTES) {
    world.files.forget(file)
    throw new XrpcError(413, 'PayloadTooLarge', 'request entity too large')
  }
  const bytes = world.files.read(file)
  const format = pictureFormat(file.head)
  const type = format ? `image/${format}` : isMp4(file.head) ? 'video/mp4' : file.type
  const cid = cidOf(RAW, bytes ?? Buffer.concat([file.head, Buffer.from(String(file.bytes))]))
  const blob: BlueskyBlob = {
    did,
    cid,
    type,
    file,
    size: bytes && format ? pictureSize(bytes) : null,
  }
  world.bluesky.blobs.set(blobKey(did, cid), blob)
  return blob
}

export const blobRef = ({ cid, type, file }: BlueskyBlob) => ({
  $type: 'blob',
  ref: { $link: cid },
  mimeType: type,
  size: file.bytes,
})
