const escape = (text: string) => text.replace(/[<>&"]/g, '')

/** Draws an account's picture: the first letter of its name. */
export const initialPicture = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">` +
  `<rect width="100" height="100" fill="#1d2026"/><text x="50" y="68" font-family="sans-serif" font-size="52" ` +
  `font-weight="600" text-anchor="middle" fill="#ffd447">${escape(name.slice(0, 1).toUpperCase())}</text></svg>`

export const videoPicture =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720">` +
  `<rect width="1280" height="720" fill="#1d2026"/><path d="M560 260v200l180-100z" fill="#ffd447"/></svg>`
