import { EncodedPacketSink, FilePathSource, Input, type InputTrack, MP4, QTFF } from 'mediabunny'

/** Properties as a player shows them: upright, in square pixels. */
export type VideoFacts = {
  /** Duration in seconds. */
  duration: number
  width: number
  height: number
  /** Name of the codec in mediabunny, such as `avc`, or `unknown`. */
  codec: string
  fps: number
  audioCodec: string | null
}

const FPS_SAMPLE_FRAMES = 256

/**
 * Reads a video's properties from its container; null if it has only sound. A malicious file can take unlimited time and memory, so
 * this must run in a limited process.
 * @throws {Error} if the file is damaged
 */
export async function readVideoFacts(path: string): Promise<VideoFacts | null> {
  const input = new Input({ formats: [MP4, QTFF], source: new FilePathSource(path) })
  const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
  for (const track of [video, audio]) if (track) await checkEnds(track)
  if (!video && audio) return null
  if (!video) throw new Error('There are no tracks')
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

/** Reads the first and last samples, since the index may refer to positions past the end of the file. */
async function checkEnds(track: InputTrack) {
  const sink = new EncodedPacketSink(track)
  const ends = [await sink.getFirstPacket(), await sink.getPacket(Number.POSITIVE_INFINITY)]
  if (ends.some(packet => !packet || packet.byteLength === 0)) throw new Error('A sample is missing')
}
