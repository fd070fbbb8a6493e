/** Id of the business that the calling window shows. Without it, the selected business applies. */
export const DOMAIN_HEADER = 'X-Domain-Id'

/** Query parameter of dashboard links: the business to show. */
export const DOMAIN_PARAM = 'business'

export const inDomain = (link: string, domainId: string): string =>
  `${link}${link.includes('?') ? '&' : '?'}${DOMAIN_PARAM}=${encodeURIComponent(domainId)}`
