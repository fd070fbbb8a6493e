/** Removes the file name and the trailing slash from a page's path. */
export const canonicalPath = (pathname: string) =>
  pathname.replace(/(\/index)?(\.html)?$/, '').replace(/\/+$/, '') || '/'

export const canonicalUrl = (pathname: string, site: URL | undefined) =>
  new URL(canonicalPath(pathname), site).href

/** Returns the URL of the picture that networks show with a link to the page. The build draws it. */
export const sharingPictureUrl = (pathname: string, site: URL | undefined) =>
  new URL(`/pictures/${canonicalPath(pathname).slice(1) || 'home'}.png`, site).href
