import { useStore } from '@nanostores/react'
import { CircleCheck, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { type Client, waitingIn, VISIT_HOURS } from '#shared/businesses/clients.ts'
import { BusinessLink } from '#site/dashboard/shared/domains/BusinessLink.tsx'
import { $businesses, BusinessMark } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { openAsAdministrator } from '#site/dashboard/shared/domains/visits.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatExact, formatRelative, timeZone } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { classes } from '#site/ui/classes.ts'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { Time } from '#site/ui/Time.tsx'
import { needsOf } from './store.ts'

/** A row on wide screens, a card on others. */
export function ClientRow({ client }: { client: Client }) {
  const now = useStore($now)
  const { _id, businessName, nextPostAt, week, score, lastActivityAt } = client
  const { posts, planned } = week
  return (
    <tr className="border-base-300 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:border-b max-lg:py-2 max-lg:last:border-b-0 max-lg:*:border-0 max-lg:*:py-1">
      <th scope="row" className="font-normal max-lg:col-span-full lg:max-w-72 lg:min-w-40">
        <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-baseline gap-x-2">
          <Mark id={_id} />
          <div>
            <ClientLink
              client={client}
              href="/dashboard"
              className="inline-flex max-w-full items-center font-semibold wrap-anywhere underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {businessName}
            </ClientLink>
            <RoleOrVisit client={client} />
          </div>
        </div>
      </th>
      <td className="max-lg:col-span-full max-lg:ps-13">
        <Needs client={client} />
      </td>
      <Fact label="Next post" className="max-lg:col-span-full">
        {nextPostAt ? (
          <ClientLink
            client={client}
            href="/dashboard/calendar"
            className="underline-offset-4 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {formatDueIn(client.timeZone || timeZone(), nextPostAt)}
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
      <Fact label="Score" numeric isEmpty={score === null}>
        {score ?? <None />}
      </Fact>
      <Fact label="Active" className="max-lg:order-1" isEmpty={!lastActivityAt}>
        {lastActivityAt ? (
          <Time
            instant={lastActivityAt}
            relative={formatRelative(lastActivityAt, now)}
            exact={formatExact(lastActivityAt)}
          />
        ) : (
          <None />
        )}
      </Fact>
    </tr>
  )
}

type FactProps = {
  label: string
  numeric?: boolean
  isEmpty?: boolean
  className?: string
  children: ReactNode
}

/** A cell, which carries its own label on a card. Cards omit empty cells. */
const Fact = ({ label, numeric, isEmpty, className, children }: FactProps) => (
  <td
    className={classes(
      numeric ? 'tabular-nums max-lg:order-2 lg:text-end' : 'max-lg:ps-13 xl:whitespace-nowrap',
      className,
      isEmpty && 'max-lg:hidden',
    )}
  >
    <span aria-hidden="true" className="me-2 text-xs text-soft lg:hidden">
      {label}
    </span>
    {children}
  </td>
)

const None = () => (
  <span className="text-soft">
    <span aria-hidden="true">—</span>
    <span className="sr-only">None yet</span>
  </span>
)

/** The mark that the business has in the calendar and in lists, or a lock on a business that the reader must open first. */
function Mark({ id }: { id: string }) {
  const business = useStore($businesses).get(id)
  return (
    <span aria-hidden="true" className="grid justify-items-center">
      {business ? <BusinessMark business={business} /> : <Lock className="size-3.5 self-center text-soft" />}
    </span>
  )
}

function Needs({ client }: { client: Client }) {
  const needs = needsOf(client)
  if (needs.length === 0)
    return (
      <span className="flex items-center gap-1.5 text-soft">
        <CircleCheck className="size-4 shrink-0 text-success" />
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
    <span className="block">
      <OpenAsAdministrator client={client} />
    </span>
  ) : (
    <span className="block text-xs text-soft first-letter:capitalize">
      {client.isVisit ? 'Open as administrator' : client.role}
    </span>
  )

/** Opens a business of which the administrator isn't a member, after a notice that the members see the visit. */
function OpenAsAdministrator({ client: { _id, businessName } }: { client: Client }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <>
      <Button
        small
        variant="quiet"
        className="-ms-2 h-6 min-h-0 px-2 text-xs underline underline-offset-4 pointer-coarse:h-11"
        busy={busy}
        busyLabel="Opening…"
        aria-label={`Open as administrator: ${businessName}`}
        onClick={() => setAsking(true)}
      >
        Open as administrator
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Open ${businessName} as administrator?`}
        confirmLabel="Open"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          setAsking(false)
          setBusy(true)
          await openAsAdministrator(_id)
          setBusy(false)
        }}
      >
        <p>
          For {VISIT_HOURS} hours you can do what an editor can. Its members see your visit and all your
          changes in their activity.
        </p>
      </ConfirmDialog>
    </>
  )
}
