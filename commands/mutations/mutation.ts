/** A planted bug, applied by replacing an exact text. */
export type Mutation = {
  /** Path from the root of the repository. */
  file: string
  /** Occurs exactly once in the file. */
  text: string
  becomes: string
  /** The effect of the bug, as a clause: "a stale worker overwrites the new one’s outcome". */
  breaks: string
  /** Test files that should notice the bug, the most likely first. */
  tests: string[]
  /**
   * Explains why no test notices: the code behaves the same, or a second guard prevents the effect. Unexplained
   * survivors fail the run.
   */
  accepted?: string
}

export const AREAS = [
  'publishing',
  'accounts',
  'auth',
  'two-factor',
  'media',
  'live',
  'data',
  'composer',
  'transfer',
  'members',
] as const
export type Area = (typeof AREAS)[number]

/** The minimum share of noticed mutations, higher for publishing because of its promise in docs/publishing.md. */
export const minNoticed = (area: Area) => (area === 'publishing' ? 0.9 : 0.85)
