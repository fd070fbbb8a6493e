/** Returns the canonical path of a page: no file name, no trailing slash. */
export const pathOf = (pathname: string) =>
  pathname.replace(/(\/index)?(\.html)?$/, '').replace(/\/+$/, '') || '/'

export const addressOf = (pathname: string, site: URL | undefined) => new URL(pathOf(pathname), site).href

/** URL of the sharing picture of a page, which the build draws. */
export const pictureOf = (pathname: string, site: URL | undefined) =>
  new URL(`/pictures/${pathOf(pathname).slice(1) || 'home'}.png`, site).href
