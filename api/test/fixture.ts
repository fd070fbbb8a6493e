import { join } from 'node:path'

/** Returns the path of a file in `fixtures`. */
export const fixture = (name: 'clip.mp4' | 'short.mp4') => join(import.meta.dirname, 'fixtures', name)
