import * as v from 'valibot'

import { Email } from '#shared/auth/auth.ts'
import { type Role, ROLES } from './permissions.ts'

export const MemberRole = v.picklist(ROLES, 'Please choose a role.')

export const InviteMember = v.object({ email: Email, role: MemberRole })
export type InviteMember = v.InferOutput<typeof InviteMember>

export const ChangeMember = v.object({ role: MemberRole })
export type ChangeMember = v.InferOutput<typeof ChangeMember>

/** Maximum number of members and open invitations of a business. */
export const MAX_MEMBERS = 100
/** Shown instead of the name of a person who has deleted their login. */
export const FORMER_MEMBER = 'Former member'

export const INVITATION_DAYS = 7

/** A member or an invited person. The latter has no name. */
export type Member = {
  _id: string
  fullname: string
  email: string
  role: Role
  status: 'active' | 'invited'
}

/** Returns true for the only active owner. Invited owners aren't active, so they can be removed. */
export function isLastOwner(
  memberId: string,
  members: readonly (Pick<Member, '_id' | 'role'> & { status?: Member['status'] })[],
): boolean {
  const owners = members.filter(({ role, status }) => role === 'owner' && status !== 'invited')
  return owners.length === 1 && owners[0]?._id === memberId
}

/** Contents of an invitation, for the person who received its link. */
export type Invitation = {
  businessName: string
  /** Name of the owner who sent the invitation. */
  by: string
  /** The e-mail to which the invitation was sent. */
  email: string
}

export const MEMBER_MESSAGES = {
  gone: 'This person isn’t a member any more.',
  noInvitation: 'This invitation is no longer valid. Ask for a new one.',
  isMember: 'This person is already a member.',
  lastOwner: 'A business needs an owner. Make another member an owner first.',
  tooMany: `A business has at most ${MAX_MEMBERS} members and invitations.`,
} as const

export const ROLE_LABELS: Record<Role, { name: string; can: string }> = {
  owner: { name: 'Owner', can: 'Does everything, members included' },
  editor: { name: 'Editor', can: 'Writes, publishes, connects accounts' },
  author: { name: 'Author', can: 'Writes drafts for others to publish' },
  approver: { name: 'Approver', can: 'Sees, comments and approves' },
  viewer: { name: 'Viewer', can: 'Sees everything, changes nothing' },
}
