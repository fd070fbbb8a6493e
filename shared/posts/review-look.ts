import type { ReviewPost } from './review-links.ts'

/** Returns the same text for a post that looks the same. The URLs of its files change every hour. */
export const lookOf = ({ networks, ...post }: ReviewPost): string =>
  JSON.stringify({
    ...post,
    networks: networks.map(({ media, ...shown }) => ({ ...shown, files: media.length })),
  })
