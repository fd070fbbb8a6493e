import about from '../../package.json' with { type: 'json' }

/** The running release as a semantic version. */
export const VERSION = about.version
