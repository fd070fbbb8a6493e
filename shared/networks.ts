/** The social networks, and what each takes. Image and video limits: PROVIDERS.md B, C and D (Meta's and Google's documentation). */
export const NETWORK_IDS = ['facebook', 'instagram', 'google'] as const
export type NetworkId = (typeof NETWORK_IDS)[number]

/** Those that Meta signs callbacks for. */
export type MetaNetwork = Exclude<NetworkId, 'google'>

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

type NetworkLimits = {
  name: string
  maxChars: number
  /** False where a post can only go out at once. */
  schedules: boolean
  mixesPicturesAndVideos: boolean
  maxPictures: number
  /** Null where the network takes no videos. */
  video: VideoLimits | null
}

export const networks = {
  facebook: {
    name: 'Facebook',
    maxChars: 63_206,
    schedules: true,
    /** Pictures or one video: Graph has no post that mixes them. */
    mixesPicturesAndVideos: false,
    maxPictures: 10,
    video: { maxSeconds: 4 * 60 * 60, minSeconds: 1, codecs: ['avc', 'hevc'], maxBytes: 300 * 1024 * 1024 },
  },
  instagram: {
    name: 'Instagram',
    maxChars: 2200,
    schedules: true,
    mixesPicturesAndVideos: true,
    maxPictures: 10,
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
  google: {
    name: 'Google Business Profile',
    maxChars: 1500,
    schedules: true,
    mixesPicturesAndVideos: false,
    /** A local post shows one picture, and Google answers a video with an error of its own. */
    maxPictures: 1,
    video: null,
  },
} as const satisfies Record<NetworkId, NetworkLimits>

/** A value for each network. */
export const forEachNetwork = <Value>(make: (network: NetworkId) => Value) =>
  Object.fromEntries(NETWORK_IDS.map(network => [network, make(network)])) as Record<NetworkId, Value>

export const MAX_HASHTAGS_INSTAGRAM = 30
export const MAX_MENTIONS_INSTAGRAM = 20

/** Length as the networks count it: UTF-16 code units would make an emoji cost two. */
export const messageLength = (text: string) => [...text].length
