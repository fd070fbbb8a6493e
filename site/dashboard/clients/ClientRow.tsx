import { useStore } from '@nanostores/react'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

import { type Client, waitingIn } from '#shared/businesses/clients.ts'
import { BusinessLink } from '#site/dashboard/shared/domains/BusinessLink.tsx'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatExact, formatRelative } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Time } from '#site/ui/Time.tsx'
import { OpenAsAdministrator } from './OpenAsAdministrator.tsx'
import { needsOf } from './store.ts'

/** A row on wide screens, a card on others. */
export function ClientRow({ client }: { client: Client }) {
  const zoneOf = useStore($zoneOf)
  const now = useStore($now)
  const { _id, businessName, nextPostAt, week, score, lastActivityAt } = client
  const { posts, planned } = week
  return (
    <tr className="border-base-300 max-lg:grid max-lg:grid-cols-2 max-lg:border-b max-lg:py-2 max-lg:last:border-b-0 max-lg:*:border-0 max-lg:*:py-1.5 sm:max-lg:grid-cols-3">
      <th scope="row" className="font-normal max-lg:col-span-full lg:max-w-72 lg:min-w-40">
        <ClientLink
          client={client}
          href="/dashboard"
          className="inline-flex max-w-full items-center font-semibold wrap-anywhere underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          {businessName}
        </ClientLink>
        <RoleOrVisit client={client} />
      </th>
      <td className="max-lg:col-span-full">
        <Needs client={client} />
      </td>
      <Fact label="Next post">
        {nextPostAt ? (
          <ClientLink
            client={client}
            href="/dashboard/calendar"
            className="underline-offset-4 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {formatDueIn(zoneOf(_id), nextPostAt)}
          </ClientLink>
        ) : (
          <span className="text-soft">
            {waitingIn(client.counts) > 0 ? 'Nothing approved yet' : 'Nothing planned'}
          </span>
        )}
        {(posts > 0 || planned !== null) && (
          <span className="block text-xs text-soft">
            {planned === null ? `${posts} this week` : `${posts} of ${planned} this week`}
          </span>
        )}
      </Fact>
      <Fact label="Website score" numeric>
        {score ?? <span className="text-soft">None yet</span>}
      </Fact>
      <Fact label="Last activity">
        {lastActivityAt ? (
          <Time
            instant={lastActivityAt}
            relative={formatRelative(lastActivityAt, now)}
            exact={formatExact(lastActivityAt)}
          />
        ) : (
          <span className="text-soft">None yet</span>
        )}
      </Fact>
    </tr>
  )
}

type FactProps = { label: string; numeric?: boolean; children: ReactNode }

/** A cell, which carries its own label on a card. */
const Fact = ({ label, numeric, children }: FactProps) => (
  <td className={numeric ? 'tabular-nums lg:text-end' : 'xl:whitespace-nowrap'}>
    <span aria-hidden="true" className="block text-xs text-soft lg:hidden">
      {label}
    </span>
    {children}
  </td>
)

function Needs({ client }: { client: Client }) {
  const needs = needsOf(client)
  if (needs.length === 0)
    return (
      <span className="flex items-center gap-1.5 text-sm text-soft">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
        Nothing needs you
      </span>
    )
  return (
    <ul className="flex flex-wrap gap-x-2 gap-y-1">
      {needs.map(({ key, count, label, tone, href }) => (
        <li key={key}>
          <ClientLink
            client={client}
            href={href}
            className="inline-flex min-h-6 items-center rounded-field underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            <Badge tone={tone}>
              {count} {label}
            </Badge>
            <span className="sr-only">: {client.businessName}</span>
          </ClientLink>
        </li>
      ))}
    </ul>
  )
}

type ClientLinkProps = { client: Client; href: string; className: string; children: ReactNode }

/** Links to a screen of a business, unless an administrator has to open the business first. */
const ClientLink = ({ client: { _id, role }, href, className, children }: ClientLinkProps) =>
  role === null ? (
    <span className={className.replace('hover:underline', '')}>{children}</span>
  ) : (
    <BusinessLink domainId={_id} href={href} className={className}>
      {children}
    </BusinessLink>
  )

const RoleOrVisit = ({ client }: { client: Client }) =>
  client.role === null ? (
    <span className="mt-1 block">
      <OpenAsAdministrator client={client} />
    </span>
  ) : (
    <span className="block text-xs text-soft first-letter:capitalize">
      {client.isVisit ? 'Open as administrator' : client.role}
    </span>
  )
