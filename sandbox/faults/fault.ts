/** Every operation accepts these. */
const GENERAL_KINDS = [
  'drop-before',
  'drop-after',
  'delay-before',
  'delay-after',
  'silence-before',
  'silence-after',
  'late',
  'commit-then-500',
  'error',
  'usage',
  'bad-json',
] as const

export const FAULT_KINDS = [
  ...GENERAL_KINDS,
  'stuck',
  'container-error',
  'container-expired',
  'video-error',
  'quota',
  'flat',
  'too-much-data',
  'rejected',
  'slow',
  'stream-error',
  'stream-cut',
  'content-filter',
  'flagged',
  'page-error',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

/** Networks with public posts. */
export const NETWORK_NAMES = ['facebook', 'instagram', 'google', 'bluesky', 'wordpress'] as const
export type NetworkName = (typeof NETWORK_NAMES)[number]

/** The networks, and the services that need no user's login. */
export const FAULT_PROVIDERS = [...NETWORK_NAMES, 'openai', 'pagespeed'] as const
export type FaultProvider = (typeof FAULT_PROVIDERS)[number]

export interface Fault {
  provider: FaultProvider
  operation: string
  kind: FaultKind
  times: number
  code?: number | undefined
  subcode?: number | undefined
  status?: number | undefined
  ms?: number | undefined
  percent?: number | undefined
  /** Largest page of a list that the provider still returns. */
  max?: number | undefined
}

/** Operations that accept faults, each with the kinds it supports in addition to the general ones. */
const OPERATIONS: Record<FaultProvider, Record<string, readonly FaultKind[]>> = {
  facebook: {
    feed: [],
    photos: [],
    videos: ['stuck', 'video-error'],
    photo_stories: [],
    video_stories: ['stuck', 'video-error'],
    'video_stories.start': [],
    'video_stories.transfer': [],
    stories: ['too-much-data'],
    'videos.start': [],
    'videos.transfer': [],
    'videos.offset': [],
    'videos.finish': ['stuck', 'video-error'],
    status: ['stuck'],
    accounts: ['too-much-data'],
    businesses: ['too-much-data'],
    owned_pages: ['too-much-data'],
    client_pages: ['too-much-data'],
    insights: [],
    token: [],
    posts: ['too-much-data'],
    post: [],
    comments: [],
    comment: [],
    replies: [],
    act: [],
    'comments.read': ['too-much-data'],
  },
  instagram: {
    media: ['stuck', 'container-error', 'container-expired'],
    media_publish: ['quota'],
    status: ['stuck'],
    limit: [],
    accounts: [],
    insights: [],
    token: ['flat'],
    posts: [],
    stories: [],
    comments: [],
    comment: [],
    replies: [],
    act: [],
    'comments.read': [],
  },
  google: {
    accounts: ['quota'],
    locations: ['quota'],
    voice: ['quota'],
    performance: ['quota'],
    keywords: ['quota'],
    token: [],
    localPosts: ['stuck', 'rejected', 'quota'],
    post: ['stuck', 'quota'],
    posts: ['quota'],
    reviews: ['quota'],
    review: ['quota'],
    reply: ['rejected', 'quota'],
  },
  bluesky: {
    token: [],
    accounts: [],
    uploadBlob: [],
    putRecord: [],
    comments: [],
    getRecord: [],
    deleteRecord: [],
    resolveHandle: [],
    posts: [],
    thread: [],
    replies: [],
    act: [],
  },
  wordpress: {
    root: [],
    accounts: [],
    users: [],
    password: [],
    draft: [],
    media: [],
    publish: [],
    post: [],
    posts: [],
    files: [],
    terms: [],
    tag: [],
    delete: [],
    comments: [],
    comment: [],
    replies: [],
    act: [],
  },
  openai: {
    chat: ['quota', 'slow', 'stream-error', 'stream-cut', 'content-filter'],
    moderations: ['flagged'],
    models: [],
  },
  pagespeed: { run: ['quota', 'page-error'] },
}

/** Returns the provider's operations that accept faults, each with every kind that fits it. */
export const operationsOf = (provider: FaultProvider): Record<string, FaultKind[]> =>
  Object.fromEntries(
    Object.entries(OPERATIONS[provider]).map(([operation, own]) => [operation, [...GENERAL_KINDS, ...own]]),
  )

/** Explains why a fault can never occur. Returns null if it can. */
export function faultProblem(fault: Fault): string | null {
  const operations = OPERATIONS[fault.provider]
  const own = operations[fault.operation]
  if (!own) {
    return `operation of ${fault.provider} must be one of ${Object.keys(operations).join(', ')}.`
  }
  if ([...GENERAL_KINDS, ...own].includes(fault.kind)) return null
  return `kind ${fault.kind} does not fit ${fault.provider} ${fault.operation}.`
}

/** A call that is performed some time after its connection was cut. */
export interface LateCall {
  at: Date
  perform: () => Promise<unknown>
}

export type SilenceEnd = 'go-on' | 'cut'

/** A call that gets no response until a control call ends it. */
export interface Silence {
  provider: Fault['provider']
  operation: string
  kind: Fault['kind']
  end: (how: SilenceEnd) => void
}
