import * as v from 'valibot'

import type { VideoType } from '#shared/media/file-type.ts'
import { MAX_VIDEO_BYTES } from '#shared/media/media.ts'

const text = v.optional(v.string())
const Stream = v.object({
  codec_type: text,
  codec_name: text,
  profile: text,
  pix_fmt: text,
  width: v.optional(v.number()),
  height: v.optional(v.number()),
  sample_aspect_ratio: text,
  avg_frame_rate: text,
  r_frame_rate: text,
  field_order: text,
  color_transfer: text,
  color_primaries: text,
  channels: v.optional(v.number()),
  sample_rate: text,
  disposition: v.optional(v.object({ attached_pic: v.optional(v.number()) })),
  side_data_list: v.optional(v.array(v.looseObject({ rotation: v.optional(v.number()) }))),
})
type Stream = v.InferOutput<typeof Stream>
const ProbeOutput = v.object({
  streams: v.array(Stream),
  format: v.object({ duration: text, tags: v.optional(v.looseObject({ major_brand: text })) }),
})

/** A video as ffprobe describes it. */
export type ProbedVideo = {
  type: VideoType
  /** Duration in seconds. */
  duration: number
  isQuickTime: boolean
  video: Stream
  audio: Stream | undefined
}

/**
 * Reads ffprobe's JSON.
 * @returns undefined for a file without a picture or a length
 */
export function readProbe(printed: string, type: VideoType): ProbedVideo | undefined {
  const parsed = v.safeParse(ProbeOutput, JSON.parse(printed))
  if (!parsed.success) return undefined
  const { streams, format } = parsed.output
  const video = streams.find(
    ({ codec_type: kind, disposition }) => kind === 'video' && !disposition?.attached_pic,
  )
  const duration = Number(format.duration)
  if (!video?.width || !video.height || !(duration > 0)) return undefined
  return {
    type,
    duration,
    isQuickTime: format.tags?.major_brand?.trim() === 'qt' || !format.tags?.major_brand,
    video,
    audio: streams.find(({ codec_type: kind, channels = 0 }) => kind === 'audio' && channels > 0),
  }
}

/** Limits of every network that publishes videos (shared/networks.ts). Facebook alone would accept more. */
const LONG_SIDE = 1920
const SHORT_SIDE = 1080
const FPS = { min: 23, max: 60.5 }
/** Replaces rates below the limits. */
const LOW_FPS = 30
/** Replaces rates above the limits, such as slow motion's. */
const HIGH_FPS = 60
/** Share by which the base rate may differ from the average because of rounding. A larger difference means a variable rate. */
const VARIATION = 0.05
const MAX_CHANNELS = 2
const MAX_SAMPLE_RATE = 48_000
const EIGHT_BITS = new Set(['yuv420p', 'yuvj420p'])
const HDR_TRANSFERS = new Set(['smpte2084', 'arib-std-b67'])
const MAX_BITS_A_SECOND = 10_000_000
const AUDIO_BITS_A_SECOND = 160_000
/** Share of the maximum size that the streams may fill. The rest is for the index and for peaks. */
const SIZE_SHARE = 0.9

/**
 * Returns ffmpeg's options for converting a file so that every network accepts it, or undefined if every network already does. Copies
 * streams that need no conversion.
 */
export function conversionOptions(probed: ProbedVideo): string[] | undefined {
  const { video, audio, type, isQuickTime } = probed
  const keepsVideo = isPublishableVideo(video)
  const keepsAudio = !audio || isPublishableAudio(audio)
  if (keepsVideo && keepsAudio && type === 'video/mp4' && !isQuickTime) return undefined
  const copy = video.codec_name === 'hevc' ? '-c:v copy -tag:v hvc1' : '-c:v copy'
  return [
    ...words('-map 0:V:0 -map 0:a:0? -dn -sn -map_metadata -1 -map_chapters -1'),
    ...(keepsVideo ? words(copy) : encodeVideo(probed)),
    ...(keepsAudio ? words('-c:a copy') : encodeAudio(audio)),
    ...words('-fflags +bitexact -movflags +faststart -max_muxing_queue_size 4096'),
  ]
}

const words = (text: string) => text.split(' ')

const rateOf = (fraction = '') => {
  const [top = 0, bottom = 1] = fraction.split('/').map(Number)
  return bottom > 0 ? top / bottom : 0
}

function isPublishableVideo(video: Stream): boolean {
  const { codec_name: codec = '', pix_fmt: format = '' } = video
  const fps = rateOf(video.avg_frame_rate)
  return (
    ['h264', 'hevc'].includes(codec) &&
    EIGHT_BITS.has(format) &&
    displaySize(video).width <= LONG_SIDE &&
    fps >= FPS.min &&
    fps <= FPS.max &&
    hasConstantRate(video) &&
    hasSquarePixels(video) &&
    !isInterlaced(video) &&
    !HDR_TRANSFERS.has(video.color_transfer ?? '')
  )
}

const isPublishableAudio = ({ codec_name: codec, channels = 0, sample_rate: rate }: Stream) =>
  codec === 'aac' && channels <= MAX_CHANNELS && Number(rate) <= MAX_SAMPLE_RATE

const hasConstantRate = ({ r_frame_rate: base, avg_frame_rate: average }: Stream) =>
  Math.abs(rateOf(base) / rateOf(average) - 1) <= VARIATION

/** Networks show stored pixels as squares, regardless of the declared ratio. */
const hasSquarePixels = ({ sample_aspect_ratio: sar = '1:1' }: Stream) => sar === '1:1' || sar === '0:1'

const isInterlaced = ({ field_order: order = 'progressive' }: Stream) =>
  order !== 'progressive' && order !== 'unknown'

/** Returns the size as a player shows it: upright, in square pixels. */
export function displaySize({
  width = 0,
  height = 0,
  sample_aspect_ratio: sar = '1:1',
  side_data_list: data,
}: Stream) {
  const ratio = rateOf(sar.replace(':', '/')) || 1
  const rotation = data?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  const shown = { width: Math.round(width * ratio), height }
  return rotation % 180 === 0 ? shown : { width: shown.height, height: shown.width }
}

function encodeVideo({ video, duration }: ProbedVideo): string[] {
  const bits = Math.floor(
    Math.min(MAX_BITS_A_SECOND, (MAX_VIDEO_BYTES * 8 * SIZE_SHARE) / duration - AUDIO_BITS_A_SECOND),
  )
  return [
    '-vf',
    filtersOf(video).join(','),
    ...words('-c:v libx264 -preset veryfast -profile:v high -crf 20 -threads 2'),
    ...words(`-maxrate ${bits} -bufsize ${bits * 2} -g ${targetFps(video) * 2}`),
  ]
}

const encodeAudio = ({ channels = MAX_CHANNELS }: Stream) =>
  words(
    `-c:a aac -b:a ${AUDIO_BITS_A_SECOND} -ac ${Math.min(MAX_CHANNELS, channels)} -ar ${MAX_SAMPLE_RATE} -af aresample=async=1:first_pts=0`,
  )

/** Returns the frame rate to convert to, a whole number. Keeps constant rates from 24 to 60. */
function targetFps(video: Stream): number {
  const fps = rateOf(video.avg_frame_rate)
  if (fps > FPS.max) return HIGH_FPS
  if (fps < FPS.min) return LOW_FPS
  if (hasConstantRate(video)) return Math.round(fps)
  return fps <= LOW_FPS ? LOW_FPS : HIGH_FPS
}

function filtersOf(video: Stream): string[] {
  const { width, height } = targetSize(displaySize(video))
  const isHdr = HDR_TRANSFERS.has(video.color_transfer ?? '')
  const isWide = video.color_primaries === 'bt2020' || isHdr
  const isRgb = /^(gbr|rgb|bgr|argb|abgr|0rgb|pal8)/.test(video.pix_fmt ?? '')
  // Untagged colours stay untagged, so that players show them like those of the original.
  const colours = isRgb ? ':out_color_matrix=bt709' : ''
  return [
    ...(isInterlaced(video) ? ['bwdif=deint=interlaced'] : []),
    `fps=${targetFps(video)}`,
    `scale=${width}:${height}:flags=bicubic${isWide ? '' : `:out_range=tv${colours}`}`,
    ...(isHdr ? TONE_MAPPING : []),
    ...(isWide ? ['zscale=p=bt709:t=bt709:m=bt709:r=tv'] : []),
    'format=yuv420p',
    'setsar=1',
    ...(isRgb ? ['setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv'] : []),
  ]
}

/** The white of HDR video (ITU-R BT.2408), and its brightest highlights, in cd/m². */
const HDR = { white: 203, peak: 1000 }
/** Keeps colours up to three fifths of SDR's white, and compresses those above. */
const TONE_MAPPING = [
  `zscale=t=linear:npl=${HDR.white}`,
  'format=gbrpf32le',
  'zscale=p=bt709',
  `tonemap=mobius:param=0.6:desat=0:peak=${HDR.peak / HDR.white}`,
]

type Size = { width: number; height: number }

/** Fits a size into 1080p, landscape or portrait. H.264 needs even numbers. */
function targetSize({ width, height }: Size): Size {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height), SHORT_SIDE / Math.min(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
