/** Id of the domain that the calling window shows. Without it, the selected domain applies. */
export const DOMAIN_HEADER = 'X-Domain-Id'
