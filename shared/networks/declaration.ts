import type { PostKind } from '#shared/posts/extras.ts'
import type { LengthUnit } from '#shared/text/lengths.ts'
import type { Mentions } from '#shared/text/tags.ts'

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

/** Acts that members may perform on an inbox item, besides answering it. `show` and `unlike` undo `hide` and `like`. */
export const INBOX_ACTS = ['hide', 'show', 'like', 'unlike', 'delete'] as const
export type InboxAct = (typeof INBOX_ACTS)[number]

type InboxRules = {
  kind: InboxKind
  maxChars: number
  maxBytes?: number
  maxHashtags?: number
  /** Acts that the network's API supports. */
  acts: readonly InboxAct[]
  /** True if the network lets us change the text of an answer. */
  editsReplies: boolean
  /**
   * `answerable`: an answer to a hidden item is public like any other. `unanswerable`: the network rejects such an answer.
   * `unapproved`: a hidden item waits until an editor approves it, an answer approves it, and a deleted one can be restored.
   */
  hiddenItems: 'answerable' | 'unanswerable' | 'unapproved'
}

/** Field that identifies the account or its server. `name` is the name of the API's field. */
export type SignInField = { name: 'handle' | 'site'; label: string; example: string }

/** Declares a network's rules and names for browser and server. Its adapter is the folder of the same name in api/networks/. */
export type NetworkDeclaration = {
  name: string
  /** Name for chips and tabs, which have little room. */
  shortName: string
  /** Other names that people write in spreadsheets. The first is short, as in “FB text”. */
  aliases: readonly [string, ...string[]]
  /** Contents of an SVG of 24 by 24, in the network's own colours, which are the same in both themes. */
  mark: string
  maxChars: number
  lengthUnit: LengthUnit
  /** True if new posts go to it by default. Not every text is an article, so a network for articles is off. */
  isOnByDefault: boolean
  /** Maximum size of a text in UTF-8, if the network sets one. */
  maxBytes?: number
  /** Maximum number of tags in a text, if the network sets one. */
  maxTags?: { hashtags: number; mentions: number }
  takesPhoneNumbers: boolean
  linksWork: boolean
  tagsWork: boolean
  /** True if it shows Markdown formatted: headings, lists, quotes, bold and italic text, and named links. */
  takesMarkdown: boolean
  /** The names after an @ that it links: `usernames`, or `handles`, which have a dot. Null if it links none in posts by its API. */
  mentions: Mentions | null
  /** True if a text without files shows a preview of its first link. */
  previewsLinks: boolean
  /** True if the network rejects a post with the same text as the account's last post. */
  refusesRepeats: boolean
  /** Limits of a first comment; null if the network has none. */
  firstComment: { maxChars: number; maxBytes?: number; maxHashtags?: number } | null
  /** Null if its reviews or comments can't be read here. */
  inbox: InboxRules | null
  /** Kinds of posts that the author can choose or that have fields of their own, such as an article. */
  kinds: readonly PostKind[]
  /** Maximum number of collaborators, and of people tagged on a picture; null if the network supports neither. */
  people: { collaborators: number; tagsOfPicture: number } | null
  /** True if the author chooses which moment of a video is its cover. */
  takesVideoCover: boolean
  /** True if a post can show the place of a Facebook Page. */
  takesPlace: boolean
  /** Null if the network has no stories. */
  story: StoryLimits | null
  mixesPicturesAndVideos: boolean
  maxPictures: number
  /** True if every post needs a picture or a video. */
  needsMedia: boolean
  /** Size in pixels below which it enlarges and blurs a picture; null if it shows small pictures small. */
  minPicture: { width: number; height: number } | null
  /** The published file of a picture: the original, or a JPEG on white. */
  picture: 'original' | 'jpeg'
  /** Ratios of width to height that the network shows uncropped. Other pictures get a border. Undefined if it crops none. */
  ratios?: { min: number; max: number }
  /** Null if the network takes no videos. */
  video: VideoLimits | null
  measures: readonly Measure[]
  /** Icon of the network's likes; null if it reports no reactions. */
  likeIcon: 'heart' | 'thumb' | null
  /** True if the text of a published post can be changed. */
  editsPosts: boolean
  account: {
    /** Kind of account, as shown on its card. */
    kind: string
    /** Noun for the user's choice after the sign-in; null if the sign-in determines the account. */
    choice: 'Page' | 'location' | null
    /** Field of the form before a sign-in on the account's own server; null for a single sign-in page. */
    signInField: SignInField | null
    /** Name of the service whose sign-in page opens. */
    provider: string
    /** True if several businesses of a person may connect the same account. */
    isShared: boolean
    /** Message for a post to the network while no account is connected. */
    notConnectedMessage: string
    /** How to sign in so that we get all permissions. Completes a sentence such as 'Sign in there', with a space before it. */
    fullAccessPhrase: string
  }
}
