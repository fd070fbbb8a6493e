import type { NetworkDeclaration } from './declaration.ts'

export const bluesky: NetworkDeclaration = {
  name: 'Bluesky',
  shortName: 'Bluesky',
  /** The lexicon of app.bsky.feed.post counts graphemes, and limits bytes as well. */
  maxChars: 300,
  counts: 'graphemes',
  maxBytes: 3000,
  takesPhoneNumbers: true,
  linksWork: true,
  previewsLinks: true,
  refusesRepeats: false,
  comment: { maxChars: 300 },
  schedules: true,
  inbox: {
    kind: 'comment',
    maxChars: 300,
    maxBytes: 3000,
    acts: ['like', 'unlike', 'hide', 'show'],
    hidden: 'answerable',
  },
  kinds: [],
  /** A record embeds pictures or a video. */
  mixesPicturesAndVideos: false,
  maxPictures: 4,
  needsMedia: false,
  picture: 'original',
  video: { minSeconds: 0, maxSeconds: 3 * 60, codecs: ['avc'], maxBytes: 50_000_000 },
  measures: [],
  likes: 'heart',
  editsPosts: false,
  signsIn: 'form',
  account: {
    kind: 'An account on Bluesky or your own server',
    choice: null,
    provider: 'Bluesky',
    isShared: true,
    missing: 'Bluesky requires a connected account.',
    permissionAdvice: ' and agree to everything',
  },
}
