/** The social networks, and what each takes. Image and video limits: PROVIDERS.md B and C (Meta's documentation). */
export const NETWORK_IDS = ['facebook', 'instagram'] as const
export type NetworkId = (typeof NETWORK_IDS)[number]

export type VideoLimits = {
  minSeconds: number
  maxSeconds: number
  codecs: readonly string[]
  maxBytes: number
  /** Left out where the network names no limit. */
  audioCodecs?: readonly string[]
  minFps?: number
  maxFps?: number
  maxWidth?: number
}

export const networks = {
  facebook: {
    name: 'Facebook',
    maxChars: 63_206,
    schedules: true,
    /** Pictures or one video: Graph has no post that mixes them. */
    mixesPicturesAndVideos: false,
    video: { maxSeconds: 4 * 60 * 60, minSeconds: 1, codecs: ['avc', 'hevc'], maxBytes: 300 * 1024 * 1024 },
  },
  instagram: {
    name: 'Instagram',
    maxChars: 2200,
    schedules: true,
    mixesPicturesAndVideos: true,
    video: {
      maxSeconds: 15 * 60,
      minSeconds: 3,
      codecs: ['avc', 'hevc'],
      audioCodecs: ['aac'],
      minFps: 23,
      maxFps: 60,
      maxWidth: 1920,
      maxBytes: 300 * 1024 * 1024,
    },
  },
} as const satisfies Record<NetworkId, { video: VideoLimits; [setting: string]: unknown }>

export const MAX_HASHTAGS_INSTAGRAM = 30
export const MAX_MENTIONS_INSTAGRAM = 20

/** Length as the networks count it: UTF-16 code units would make an emoji cost two. */
export const messageLength = (text: string) => [...text].length
