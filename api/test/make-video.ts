import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { atEnd } from './at-end.ts'

/** Colours of the left and right half of a video that `makeVideo` creates. */
export const HALVES = [
  [230, 30, 30],
  [20, 40, 200],
] as const

type Made = { name: string; size?: string; rate?: number; seconds?: number; options: string; filter?: string }

/** Creates a video with a tone, whose picture has two halves (`HALVES`), with ffmpeg. Returns its path. */
export async function makeVideo({ name, size = '320x180', rate = 30, seconds = 1, options, filter }: Made) {
  const path = join(newFolder(), name)
  const picture = `color=c=0xE61E1E:s=${size}:r=${rate}:d=${seconds},drawbox=x=iw/2:w=iw/2:h=ih:c=0x1428C8:t=fill${filter ? `,${filter}` : ''}`
  await Bun.$`ffmpeg -y -v error -f lavfi -i ${picture} -f lavfi -i sine=f=440:d=${seconds} ${options.split(' ')} ${path}`.quiet()
  return path
}

/** Returns the path of an ffmpeg whose conversions wait while they are held, and functions that hold and release them. */
export function heldFfmpeg() {
  const folder = newFolder()
  const [path, released] = [join(folder, 'ffmpeg'), join(folder, 'released')]
  const script = `#!/bin/sh\nuntil [ -e '${released}' ]; do sleep 0.02; done\nexec '${Bun.which('ffmpeg')}' "$@"\n`
  writeFileSync(path, script, { mode: 0o700 })
  return { path, hold: () => rmSync(released, { force: true }), release: () => writeFileSync(released, '') }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-video-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the largest difference between the halves of a video's first frame and `HALVES`, per channel from 0 to 255. */
export async function halvesError(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const frame =
    await Bun.$`ffmpeg -v error -i pipe:0 -frames:v 1 -vf scale=40:40:flags=neighbor -f rawvideo -pix_fmt rgb24 pipe:1 < ${new Response(bytes)}`.arrayBuffer()
  const pixels = new Uint8Array(frame)
  const at = (x: number, y: number) => pixels.subarray((y * 40 + x) * 3, (y * 40 + x) * 3 + 3)
  return Math.max(
    ...HALVES.flatMap((colour, half) =>
      colour.map((value, channel) => Math.abs(value - (at(10 + half * 20, 20)[channel] ?? 0))),
    ),
  )
}
