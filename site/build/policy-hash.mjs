import { createHash } from 'node:crypto'

/**
 * Returns the source expression of an inline script or style for the content security policy.
 * @param {string} text
 */
export const policyHash = text => `sha256-${createHash('sha256').update(text).digest('base64')}`
