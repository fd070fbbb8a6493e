const base = (import.meta.env?.PUBLIC_API_URL ?? '').replace(/\/$/, '')

/** URL of something that the api serves: the same origin unless PUBLIC_API_URL was set for the build. */
export const apiUrl = (path: string) => `${base}${path}`
