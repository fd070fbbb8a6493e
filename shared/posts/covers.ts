import type { PostExtras } from './extras.ts'

/** Returns the ids of pictures that are a video's cover on some network. No network publishes such a picture by itself. */
export const coverIds = (all: readonly (PostExtras | null | undefined)[]): string[] =>
  all.flatMap(extras => extras?.coverId ?? [])
