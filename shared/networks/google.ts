import type { NetworkDeclaration } from './declaration.ts'

export const google: NetworkDeclaration = {
  name: 'Google Business Profile',
  shortName: 'Google',
  maxChars: 1500,
  counts: 'units',
  startsOn: true,
  takesPhoneNumbers: false,
  linksWork: false,
  tagsWork: false,
  mentions: null,
  previewsLinks: false,
  refusesRepeats: false,
  comment: null,
  /** Google limits a reply in bytes of UTF-8. */
  inbox: { kind: 'review', maxChars: 4096, maxBytes: 4096, acts: [], hiddenItems: 'answerable' },
  kinds: ['update', 'event', 'offer'],
  people: null,
  covers: false,
  places: false,
  story: null,
  mixesPicturesAndVideos: false,
  /** A local post shows one picture, and Google rejects videos. */
  maxPictures: 1,
  needsMedia: false,
  /** https://support.google.com/business/answer/7213077 */
  minPicture: { width: 250, height: 250 },
  picture: 'jpeg',
  video: null,
  measures: [],
  likes: null,
  editsPosts: false,
  account: {
    kind: 'A location that you manage',
    choice: 'location',
    asks: null,
    provider: 'Google',
    isShared: false,
    missing: 'Google Business Profile requires a connected account and location.',
    permissionAdvice: ' with a Google account that manages the location',
  },
}
