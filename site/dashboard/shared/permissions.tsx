import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import type { ReactNode } from 'react'

import { isAllowed, type Permission } from '#shared/businesses/permissions.ts'
import { mayChange } from '#shared/posts/changes.ts'
import type { DeliveryState, Post } from '#shared/posts/posts.ts'
import { createClient, createDomain } from './domains/dialogs.ts'
import { $domains, $selectedDomain } from './domains/store.ts'
import { $isAdmin } from './me.ts'

const $roleIn = computed(
  $domains,
  domains => (domainId: string) => domains.data?.find(({ _id }) => _id === domainId)?.role,
)

/** Returns true if the user's role in the business has the permission. */
export const $may = computed($roleIn, roleIn => (domainId: string, permission: Permission) => {
  const role = roleIn(domainId)
  return role !== undefined && isAllowed(role, permission)
})

/** Like `$may`, for the selected business. True without a business and while it loads, because the api checks again. */
export const $can = computed(
  $selectedDomain,
  domain => (permission: Permission) => domain === undefined || isAllowed(domain.role, permission),
)

/** True for administrators and members of several businesses. */
export const $isAgency = computed(
  [$domains, $isAdmin],
  (domains, isAdmin) => isAdmin || (domains.data?.length ?? 0) > 1,
)

/** Noun for the user's businesses: clients for an agency, unless it owns all of them. */
export const $businessNoun = computed([$domains, $isAdmin, $isAgency], (domains, isAdmin, isAgency) =>
  isAgency && (isAdmin || domains.data?.some(({ role }) => role !== 'owner')) ? CLIENTS : BUSINESSES,
)

const CLIENTS = {
  one: 'client',
  many: 'clients',
  title: 'Clients',
  add: 'New client',
  create: createClient,
} as const
const BUSINESSES = {
  one: 'business',
  many: 'businesses',
  title: 'Businesses',
  add: 'Add a business',
  create: createDomain,
} as const

type ChangeablePost = Pick<Post, 'domainId' | 'isOwn'> & {
  deliveries: readonly { state: DeliveryState; reasonCode?: string }[]
}

/** Returns true if the user may edit, move and cancel the post. Authors may change their own while it waits for approval. */
export const $mayChange = computed($roleIn, roleIn => (post: ChangeablePost) => {
  const role = roleIn(post.domainId)
  return role !== undefined && mayChange(role, post)
})

export const Allowed = ({ to, children }: { to: Permission; children: ReactNode }) =>
  useStore($can)(to) ? children : null
