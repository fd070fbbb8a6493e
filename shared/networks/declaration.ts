import type { PostKind } from '#shared/posts/extras.ts'
import type { Counts } from '#shared/text/lengths.ts'

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
  minWidth?: number
  minHeight?: number
  /** Ratio of width to height, if the network takes only one. */
  ratio?: { width: number; height: number }
}

/** Limits of a story, which is one picture or one video. */
export type StoryLimits = { video: VideoLimits }

/** Figures that only a network can count: people reached, views, saves, and clicks on links and buttons. */
export const MEASURES = ['reach', 'views', 'saves', 'clicks'] as const
export type Measure = (typeof MEASURES)[number]

/** Items of the inbox: a review of a location, or a comment under a post. */
export const INBOX_KINDS = ['review', 'comment'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** What members may do with an item on its network, beside answering it. `show` and `unlike` undo `hide` and `like`. */
export const INBOX_ACTS = ['hide', 'show', 'like', 'unlike', 'delete'] as const
export type InboxAct = (typeof INBOX_ACTS)[number]

type InboxRules = {
  kind: InboxKind
  maxChars: number
  maxBytes?: number
  maxHashtags?: number
  /** Those that the network takes. */
  acts: readonly InboxAct[]
  /**
   * An answer to a hidden item is public like any other (`answerable`), or the network rejects it (`closed`). On a website whose
   * editors approve comments (`waiting`), new items may be hidden until then, an answer approves them, and deleted ones can be
   * restored.
   */
  hidden: 'answerable' | 'closed' | 'waiting'
}

/** What a network is, as far as browser and server need to know it. Its api is in api/networks/, in a folder of the same name. */
export type NetworkDeclaration = {
  name: string
  /** For chips and tabs, which have little room. */
  shortName: string
  maxChars: number
  /** What the limits of its texts count. */
  counts: Counts
  /** Maximum size of a text in UTF-8, if the network sets one. */
  maxBytes?: number
  /** Maximum number of tags in a text, if the network sets one. */
  maxTags?: { hashtags: number; mentions: number }
  takesPhoneNumbers: boolean
  /** True if people can follow a link in a text. */
  linksWork: boolean
  /** True if it turns hashtags and mentions into links. */
  tagsWork: boolean
  /** True if a text without files shows a preview of its first link. */
  previewsLinks: boolean
  /** True if the network rejects the text of the account's last post. */
  refusesRepeats: boolean
  /** Limits of a first comment; null if the network has none. */
  comment: { maxChars: number; maxHashtags?: number } | null
  /** Kind of the items in the inbox, and the limits of an answer; null if we can't read any. */
  inbox: InboxRules | null
  /** Kinds of posts, if there are several, or one with fields of its own, such as an article. */
  kinds: readonly PostKind[]
  /** Limits of people who are tagged on a picture, or asked to show the post as theirs; null if the network takes none. */
  people: { collaborators: number; tagsOfPicture: number } | null
  /** True if the author chooses which moment of a video is its cover. */
  covers: boolean
  /** True if a post can show the place of a Facebook Page. */
  places: boolean
  /** Null if the network has no stories. */
  story: StoryLimits | null
  /** False if the network only publishes posts immediately. */
  schedules: boolean
  mixesPicturesAndVideos: boolean
  maxPictures: number
  /** False if the network allows text-only posts. */
  needsMedia: boolean
  /** The picture itself, or a JPEG of it on white within the limits of the networks that take only JPEG. */
  picture: 'original' | 'jpeg'
  /** Ratios of width to height that are shown whole, if others get a border. */
  ratios?: { min: number; max: number }
  /** Null if the network takes no videos. */
  video: VideoLimits | null
  /** Those that the network counts for an account. */
  measures: readonly Measure[]
  /** How the network counts who likes a post; null if it reports no reactions. */
  likes: 'heart' | 'thumb' | null
  /** True if the text of a published post can be changed. */
  editsPosts: boolean
  /** Where an account's owner signs in: a window of its own, the network's page in place of ours, or a form of ours. */
  signsIn: 'window' | 'page' | 'form'
  account: {
    /** What is connected, as on its card. */
    kind: string
    /** What is chosen after the sign-in; null if the sign-in names the account. */
    choice: 'Page' | 'location' | null
    /** Who asks for the sign-in. */
    provider: string
    /** True if several businesses of a person may connect the same one. */
    isShared: boolean
    /** Said of a post for the network while none is connected. */
    missing: string
    /** How to sign in so that permission is not lost again. Follows 'Reconnect it'. */
    permissionAdvice: string
  }
}
