/** The social networks. Their limits are those of Meta's and Google's documentation. */
export const NETWORK_IDS = ['facebook', 'instagram', 'google'] as const
export type NetworkId = (typeof NETWORK_IDS)[number]

/** Compares networks for `toSorted`, so that they have the same order on every screen. */
export const inNetworkOrder = (a: NetworkId, b: NetworkId): number =>
  NETWORK_IDS.indexOf(a) - NETWORK_IDS.indexOf(b)

/** Networks whose callbacks Meta signs. */
export type MetaNetwork = Exclude<NetworkId, 'google'>

export type VideoLimits = {
  minSeconds: number
  maxSeconds: number
  codecs: readonly string[]
  maxBytes: number
  /** Undefined if the network documents no limit. */
  audioCodecs?: readonly string[]
  minFps?: number
  maxFps?: number
  maxWidth?: number
}

/** Figures that only a network can count: people reached, views, saves, and clicks on links and buttons. */
export const MEASURES = ['reach', 'views', 'saves', 'clicks'] as const
export type Measure = (typeof MEASURES)[number]

type NetworkLimits = {
  name: string
  /** For chips and tabs, which have little room. */
  shortName: string
  maxChars: number
  /** False if the network only publishes posts immediately. */
  schedules: boolean
  mixesPicturesAndVideos: boolean
  maxPictures: number
  /** False if the network allows text-only posts. */
  needsMedia: boolean
  /** Null if the network takes no videos. */
  video: VideoLimits | null
  /** Those that the network counts for an account. */
  measures: readonly Measure[]
}

export const networks = {
  facebook: {
    name: 'Facebook',
    shortName: 'Facebook',
    maxChars: 63_206,
    schedules: true,
    /** The Graph API has no post type that mixes them. */
    mixesPicturesAndVideos: false,
    maxPictures: 10,
    needsMedia: false,
    video: { maxSeconds: 4 * 60 * 60, minSeconds: 1, codecs: ['avc', 'hevc'], maxBytes: 300 * 1024 * 1024 },
    measures: ['reach', 'views', 'clicks'],
  },
  instagram: {
    name: 'Instagram',
    shortName: 'Instagram',
    maxChars: 2200,
    schedules: true,
    mixesPicturesAndVideos: true,
    maxPictures: 10,
    needsMedia: true,
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
    measures: MEASURES,
  },
  google: {
    name: 'Google Business Profile',
    shortName: 'Google',
    maxChars: 1500,
    schedules: true,
    mixesPicturesAndVideos: false,
    /** A local post shows one picture, and Google rejects videos. */
    maxPictures: 1,
    needsMedia: false,
    video: null,
    measures: [],
  },
} as const satisfies Record<NetworkId, NetworkLimits>

/** Builds a record with a value for each network. */
export const byNetwork = <Value>(make: (network: NetworkId) => Value) =>
  Object.fromEntries(NETWORK_IDS.map(network => [network, make(network)])) as Record<NetworkId, Value>

export const MAX_HASHTAGS_INSTAGRAM = 30
export const MAX_MENTIONS_INSTAGRAM = 20
