import { join } from 'node:path'

type Video = 'clip.mp4' | 'short.mp4'
type Picture = `pictures/${string}`

/** Returns the path of a file in `fixtures`. */
export const fixture = (name: Video | Picture | `sheets/${string}`) =>
  join(import.meta.dirname, 'fixtures', name)
