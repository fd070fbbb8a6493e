import type { NetworkDeclaration } from './declaration.ts'

export const wordpress = {
  name: 'WordPress',
  shortName: 'WordPress',
  aliases: ['word press', 'wp'],
  mark: '<circle cx="12" cy="12" r="11" fill="oklch(52% 0.09 240)"/><path fill="none" stroke="#fff" stroke-width="1.7" stroke-linejoin="round" d="m4.6 7.6 4 11L12 9l3.4 9.6 4-11M3.6 7.6h4.8M9.6 7.6h4.8M15.6 7.6h4.8"/>',
  /** Our own limit, because sites have none. */
  maxChars: 50_000,
  lengthUnit: 'units',
  isOnByDefault: false,
  takesPhoneNumbers: true,
  linksWork: true,
  tagsWork: false,
  takesMarkdown: true,
  mentions: null,
  previewsLinks: false,
  refusesRepeats: false,
  firstComment: null,
  inbox: {
    kind: 'comment',
    /** Our own limit. A site’s database column takes 65,525 bytes of HTML. */
    maxChars: 10_000,
    acts: ['hide', 'show', 'delete'],
    editsReplies: false,
    hiddenItems: 'unapproved',
  },
  kinds: ['article'],
  people: null,
  takesVideoCover: false,
  takesPlace: false,
  story: null,
  mixesPicturesAndVideos: false,
  maxPictures: 10,
  needsMedia: false,
  minPicture: null,
  picture: 'original',
  /** Sites take videos, but most limit an upload to a few megabytes. */
  video: null,
  /** A site counts no visits by itself. */
  measures: [],
  likeIcon: null,
  editsPosts: false,
  account: {
    kind: 'The blog of your own website',
    choice: null,
    signInField: { name: 'site', label: 'Your website', example: 'https://example.com' },
    provider: 'your website',
    isShared: true,
    notConnectedMessage: 'WordPress requires a connected website.',
    fullAccessPhrase: ' as an author, an editor or an administrator of the site',
  },
} satisfies NetworkDeclaration
