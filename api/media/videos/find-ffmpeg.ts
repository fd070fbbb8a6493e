import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Config } from '#api/runtime/config.ts'

export type Ffmpeg = { ffmpeg: string; ffprobe: string }

/**
 * Returns the programs of FFMPEG_PATH or an installed ffmpeg, or undefined if there are none. `verify` calls this before any
 * package is installed.
 */
export function findFfmpeg({ ffmpegPath }: Pick<Config, 'ffmpegPath'>): Ffmpeg | undefined {
  const ffmpeg = ffmpegPath ?? Bun.which('ffmpeg') ?? undefined
  if (!ffmpeg || !existsSync(ffmpeg)) return undefined
  const beside = join(dirname(ffmpeg), 'ffprobe')
  const ffprobe = existsSync(beside) ? beside : (Bun.which('ffprobe') ?? undefined)
  return ffprobe ? { ffmpeg, ffprobe } : undefined
}
