/** A page's path as people see it: no file name, no slash at its end. */
export const pathOf = (pathname: string) =>
  pathname.replace(/(\/index)?(\.html)?$/, '').replace(/\/+$/, '') || '/'

export const addressOf = (pathname: string, site: URL | undefined) => new URL(pathOf(pathname), site).href

/** The picture that stands for a page where it is shared, drawn when the site is built. */
export const pictureOf = (pathname: string, site: URL | undefined) =>
  new URL(`/pictures/${pathOf(pathname).slice(1) || 'home'}.png`, site).href
