/** Names the domain that the asking window shows; without it, a call is about the selected one. */
export const DOMAIN_HEADER = 'X-Domain-Id'
