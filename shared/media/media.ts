const MB = 1024 * 1024

export const MAX_FILES = 10
export const MAX_IMAGE_BYTES = 30 * MB
/** A decoded picture takes at least three bytes per pixel, however small its file is. */
export const MAX_IMAGE_PIXELS = 100_000_000
/** A progressive JPEG or interlaced PNG must be decoded completely before its first row can be read. */
export const MAX_PROGRESSIVE_PIXELS = 25_000_000
export const MAX_VIDEO_BYTES = 300 * MB
export const MAX_ALT_TEXT = 1000
/** Value of `accept` for file inputs. It also has extensions, because browsers don’t know every media type. */
export const ACCEPTED_FILES =
  'image/jpeg,image/png,image/heic,image/heif,image/webp,image/avif,image/gif,video/*,.jpg,.jpeg,.png,.heic,.heif,.webp,.avif,.gif,.mp4,.m4v,.mov,.3gp,.3g2,.webm,.mkv,.avi'

const EXPORT_VIDEO = 'Export it as an MP4 (H.264 with AAC sound, 1080p, 30 frames a second) and add that.'

export const MEDIA_MESSAGES = {
  /** Quoted from the specification, although other types are converted: see `ACCEPTED_FILES`. */
  type: 'Only JPG, JPEG, PNG, and MP4 files are allowed.',
  count: `You can upload a maximum of ${MAX_FILES} files.`,
  none: 'Please select at least one image or video to post.',
  imageSize: `Images can be up to ${MAX_IMAGE_BYTES / MB} MB each. Please choose a smaller one.`,
  videoSize: `Videos can be up to ${MAX_VIDEO_BYTES / MB} MB each. Please choose a shorter or smaller one.`,
  unreadableImage:
    'This image can’t be read: the file is incomplete or damaged. Please save it again as a JPG or PNG and try once more.',
  unreadableVideo:
    'This video can’t be read: the file is incomplete or damaged. Please export it again as an MP4.',
  exportVideo: EXPORT_VIDEO,
  forNone: (name: string) =>
    `“${name}” is shown on none of this post’s networks. Choose where to show it, or remove it.`,
  unconvertible: `This video can’t be converted. ${EXPORT_VIDEO}`,
} as const

export type MediaKind = 'image' | 'video'

/** A picture or video of a post, as sent to the browser. URLs are signed and expire. */
export type MediaItem = {
  _id: string
  kind: MediaKind
  name: string
  width: number
  height: number
  bytes: number
  /** Duration in seconds. `duration`, `codec`, `audioCodec`, `fps` and `conversion` are only set for videos. */
  duration?: number
  codec?: string
  /** Null for a video without sound. */
  audioCodec?: string | null
  fps?: number
  /** Set until a video is converted. */
  conversion?: MediaConversion
  /** True for a picture that turns into one plain colour on the white background of some networks. */
  isPlainOnWhite?: true
  altText: string
  /** Empty until a video is converted. */
  url: string
  /** URL of the JPEG for Instagram and Google. */
  jpegUrl?: string
  thumbnailUrl?: string
}

type MediaConversion = {
  state: 'waiting' | 'running' | 'failed'
  /** From 0 to 1. */
  progress: number
  /** Explains a failure. */
  message?: string
}
