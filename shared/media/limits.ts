import { type NetworkId, networks } from '#shared/networks.ts'
import type { VideoLimits } from '#shared/networks/declaration.ts'
import { plural } from '#shared/plural.ts'
import { MEDIA_MESSAGES } from './media.ts'

/** Known properties of a file. A browser knows fewer of them than the server. */
export type MediaFacts =
  | { kind: 'image'; name: string }
  | {
      kind: 'video'
      name: string
      /** Duration in seconds. */
      duration: number
      width: number
      height: number
      bytes: number
      codec?: string
      /** Null for a video without sound. */
      audioCodec?: string | null
      fps?: number
    }

const CODEC_NAMES: Record<string, string> = {
  avc: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  flac: 'FLAC',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
}

/** Tolerated excess in frames per second, because 60 may be measured as 60.02. */
const FPS_TOLERANCE = 0.5

/**
 * Returns why one of the networks would reject the file, or undefined if all accept it.
 * @param stories networks that get the file in a story
 */
export function checkMedia(
  facts: MediaFacts,
  chosen: readonly NetworkId[],
  stories: readonly NetworkId[] = [],
): string | undefined {
  if (facts.kind === 'image') return undefined
  for (const network of chosen) {
    const isStory = stories.includes(network)
    const { shortName, story } = networks[network]
    const name = isStory ? `A story on ${shortName}` : networks[network].name
    const video = isStory && story ? story.video : networks[network].video
    if (!video) return `${name} takes pictures; “${facts.name}” is a video.`
    const reason = checkVideo(facts, video)
    if (!reason) continue
    const advice = reason.isConvertible ? ` ${MEDIA_MESSAGES.exportVideo}` : ''
    return `${name} takes ${reason.takes}; “${facts.name}” ${reason.has}.${advice}`
  }
  return undefined
}

/** `isConvertible` is true if a conversion solves the problem. It only occurs without ffmpeg, so the person must convert the video. */
type Reason = { takes: string; has: string; isConvertible?: true }

/** Tolerated deviation of an aspect ratio, because sizes are rounded to even pixels. */
const RATIO_TOLERANCE = 0.01

function checkVideo(facts: MediaFacts & { kind: 'video' }, limits: VideoLimits): Reason | undefined {
  const { duration, codec, audioCodec, fps, width, height, bytes } = facts
  const { minFps = 0, maxFps = Number.POSITIVE_INFINITY, maxWidth = Number.POSITIVE_INFINITY } = limits
  if (duration < limits.minSeconds || duration > limits.maxSeconds) {
    const takes = `videos from ${formatDuration(limits.minSeconds)} to ${formatDuration(limits.maxSeconds)}`
    // Rounded away from the limit, so that the message never mentions an accepted length.
    const seconds = duration < limits.minSeconds ? Math.floor(duration * 10) / 10 : Math.ceil(duration)
    return { takes, has: `is ${formatDuration(seconds)}` }
  }
  const { ratio, minWidth = 0, minHeight = 0 } = limits
  if (ratio && Math.abs(width / height / (ratio.width / ratio.height) - 1) > RATIO_TOLERANCE)
    return { takes: `upright videos of ${ratio.width}:${ratio.height}`, has: `is ${width} × ${height}` }
  if (width < minWidth || height < minHeight)
    return { takes: `videos from ${minWidth} × ${minHeight}`, has: `is ${width} × ${height}` }
  if (bytes > limits.maxBytes) {
    return { takes: `videos up to ${megabytes(limits.maxBytes)}`, has: `is ${megabytes(bytes)}` }
  }
  if (codec !== undefined && !limits.codecs.includes(codec)) {
    return {
      takes: `videos in ${limits.codecs.map(nameOf).join(' or ')}`,
      has: `is in ${nameOf(codec)}`,
      isConvertible: true,
    }
  }
  if (audioCodec && limits.audioCodecs?.includes(audioCodec) === false) {
    return {
      takes: `sound in ${limits.audioCodecs.map(nameOf).join(' or ')}`,
      has: `has ${nameOf(audioCodec)}`,
      isConvertible: true,
    }
  }
  if (fps !== undefined && (fps < minFps - FPS_TOLERANCE || fps > maxFps + FPS_TOLERANCE)) {
    return {
      takes: `videos with ${minFps} to ${maxFps} frames a second`,
      has: `has ${round(fps)}`,
      isConvertible: true,
    }
  }
  if (width > maxWidth) {
    return {
      takes: `videos up to ${maxWidth} pixels wide`,
      has: `is ${width} pixels wide`,
      isConvertible: true,
    }
  }
  return undefined
}

const nameOf = (codec: string) => CODEC_NAMES[codec] ?? 'another format'
const round = (value: number) => Math.round(value * 10) / 10
const megabytes = (bytes: number) => `${Math.ceil(bytes / (1024 * 1024))} MB`

function formatDuration(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'second')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = seconds % 60
  return [count(hours, 'hour'), count(minutes, 'minute'), count(rest, 'second')].filter(Boolean).join(' ')
}

const count = (amount: number, unit: string) => (amount === 0 ? '' : plural(amount, unit))
