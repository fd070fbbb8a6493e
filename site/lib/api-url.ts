const base = (import.meta.env?.PUBLIC_API_URL ?? '').replace(/\/$/, '')

/** The address of something that the api serves; the same origin unless PUBLIC_API_URL was set when building. */
export const apiUrl = (path: string) => `${base}${path}`
