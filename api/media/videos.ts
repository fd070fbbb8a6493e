import { EncodedPacketSink, FilePathSource, Input, type InputTrack, MP4 } from 'mediabunny'

import { DomainError } from '#api/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media.ts'
import { isWholeMp4 } from './mp4-boxes.ts'

/** As a player shows it: upright, in square pixels. */
export type VideoFacts = {
  /** Seconds. */
  duration: number
  width: number
  height: number
  /** mediabunny's name, e.g. `avc`; `unknown` for what it does not know. */
  codec: string
  fps: number
  audioCodec: string | null
}

const FPS_SAMPLE_FRAMES = 256

/**
 * Reads the parts of the file that say what it is, and no more.
 * @throws DomainError for a file that is incomplete, damaged or has no picture
 */
export async function readVideo(path: string): Promise<VideoFacts> {
  try {
    if (!(await isWholeMp4(path))) throw new Error('The boxes do not fill the file')
    const input = new Input({ formats: [MP4], source: new FilePathSource(path) })
    try {
      return await readFacts(input)
    } finally {
      input.dispose()
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('invalid', MEDIA_MESSAGES.unreadableVideo, { cause: error })
  }
}

async function readFacts(input: Input): Promise<VideoFacts> {
  const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
  if (!video) {
    throw audio ? new DomainError('unsupported', MEDIA_MESSAGES.soundOnly) : new Error('There are no tracks')
  }
  for (const track of [video, audio]) if (track) await checkEnds(track)
  const [width, height, duration, codec, stats] = await Promise.all([
    video.getDisplayWidth(),
    video.getDisplayHeight(),
    input.computeDuration(),
    video.getCodec(),
    video.computePacketStats(FPS_SAMPLE_FRAMES),
  ])
  if (!(duration > 0 && width > 0 && height > 0)) throw new Error('There is nothing to see')
  const audioCodec = audio ? ((await audio.getCodec()) ?? 'unknown') : null
  return { duration, width, height, codec: codec ?? 'unknown', fps: stats.averagePacketRate, audioCodec }
}

/** The index may name places past the end of the file: its first and last samples tell. */
async function checkEnds(track: InputTrack) {
  const sink = new EncodedPacketSink(track)
  const ends = [await sink.getFirstPacket(), await sink.getPacket(Number.POSITIVE_INFINITY)]
  if (ends.some(packet => !packet || packet.byteLength === 0)) throw new Error('A sample is missing')
}
