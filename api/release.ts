import about from '../package.json' with { type: 'json' }

/** The release that runs, as semantic versioning writes it. */
export const VERSION = about.version
