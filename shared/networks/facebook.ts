import type { NetworkDeclaration, VideoLimits } from './declaration.ts'

const VIDEO: VideoLimits = {
  maxSeconds: 4 * 60 * 60,
  minSeconds: 1,
  codecs: ['avc', 'hevc'],
  maxBytes: 300 * 1024 * 1024,
}

export const facebook = {
  name: 'Facebook',
  shortName: 'Facebook',
  aliases: ['fb', 'facebook page', 'facebook pages', 'meta facebook'],
  mark: '<circle cx="12" cy="12" r="11" fill="oklch(57% 0.2 258)"/><path fill="#fff" d="M13.3 22.8v-7.7h2.6l.5-3.1h-3.1V10c0-.9.4-1.7 1.8-1.7h1.4V5.7s-1.3-.2-2.5-.2c-2.5 0-4.1 1.5-4.1 4.3V12H7.1v3.1h2.8v7.7z"/>',
  maxChars: 63_206,
  lengthUnit: 'units',
  isOnByDefault: true,
  takesPhoneNumbers: true,
  linksWork: true,
  tagsWork: true,
  takesMarkdown: false,
  /** A Page’s post mentions others only by their ids. */
  mentions: null,
  previewsLinks: true,
  refusesRepeats: true,
  firstComment: { maxChars: 8000 },
  inbox: {
    kind: 'comment',
    maxChars: 8000,
    acts: ['like', 'unlike', 'hide', 'show', 'delete'],
    editsReplies: true,
    hiddenItems: 'answerable',
  },
  kinds: ['update', 'story'],
  people: null,
  takesVideoCover: false,
  takesPlace: false,
  /** https://developers.facebook.com/docs/page-stories-api */
  story: {
    video: {
      ...VIDEO,
      minSeconds: 3,
      maxSeconds: 60,
      minWidth: 540,
      minHeight: 960,
      ratio: { width: 9, height: 16 },
    },
  },
  /** The Graph API has no post type that mixes them. */
  mixesPicturesAndVideos: false,
  maxPictures: 10,
  needsMedia: false,
  /** Our own limit, because Facebook documents none: a feed shows pictures at least this wide. */
  minPicture: { width: 320, height: 160 },
  picture: 'original',
  video: VIDEO,
  measures: ['reach', 'views', 'clicks'],
  likeIcon: 'thumb',
  editsPosts: true,
  account: {
    kind: 'A Page that you manage',
    choice: 'Page',
    signInField: null,
    provider: 'Facebook',
    isShared: false,
    notConnectedMessage: 'Facebook requires a selected Page and Page Access Token.',
    fullAccessPhrase: ' and keep every permission ticked',
  },
} satisfies NetworkDeclaration
