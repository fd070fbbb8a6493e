/** Roles of a business's members, strongest first. */
export const ROLES = ['owner', 'editor', 'author', 'approver', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** The roles that have each permission, for the api, the screens and the authorisation test. */
export const PERMISSIONS = {
  /** See posts, calendar, insights, scores and comments. */
  see: ROLES,
  comment: ['owner', 'editor', 'author', 'approver'],
  /** Write drafts, upload media, send posts for approval; change and cancel own posts until they are approved. */
  write: ['owner', 'editor', 'author'],
  /** Schedule and publish posts that are approved or need no approval; change and cancel any post. */
  publish: ['owner', 'editor'],
  /** Approve posts and request changes. */
  approve: ['owner', 'approver'],
  /** Connect and disconnect accounts, make review and connect links. */
  connect: ['owner', 'editor'],
  /** Business details, approval rule, posting times, reports. */
  configure: ['owner', 'editor'],
  /** Members, transfer, deletion of the business. */
  own: ['owner'],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof PERMISSIONS

export const rolesWith = (permission: Permission): readonly Role[] => PERMISSIONS[permission]

export const isAllowed = (role: Role, permission: Permission): boolean => rolesWith(permission).includes(role)
