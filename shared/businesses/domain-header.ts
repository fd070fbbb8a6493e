/** Header with the id of the business that the calling window shows. Calls without it concern the selected business. */
export const DOMAIN_HEADER = 'X-Domain-Id'

/** Query parameter of dashboard links, with the id of the business to show. */
export const DOMAIN_PARAM = 'business'

/** Returns a link of the dashboard that shows this business. */
export const linkToDomain = (link: string, domainId: string): string =>
  `${link}${link.includes('?') ? '&' : '?'}${DOMAIN_PARAM}=${encodeURIComponent(domainId)}`
