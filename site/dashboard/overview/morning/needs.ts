import { describeLostAccess } from '#shared/accounts.ts'
import { describeUnanswered } from '#shared/businesses/clients.ts'
import { networks } from '#shared/networks.ts'
import type {
  LostAccount,
  Overview,
  OverdueReport,
  UnansweredMessages,
  WaitingReport,
} from '#shared/overview.ts'
import { plural } from '#shared/plural.ts'
import { mayRetry } from '#shared/posts/changes.ts'
import { needsAuthor } from '#shared/posts/needs.ts'
import { listedText, type Post } from '#shared/posts/posts.ts'
import { dayLabel, monthLabel } from '#shared/reports/render/labels.ts'
import { commonHold } from '#site/dashboard/shared/post-dialogs/common-hold.ts'
import { dueAt, excerptOf, LIST_EXCERPT, missedLine } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $repairOn } from '#site/dashboard/shared/post-dialogs/repairs.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'

type Action = { label: string } & ({ href: string } | { press: () => Promise<void> | void })

/** A task that only the user can do, with one button. */
export type Need = {
  id: string
  kind: 'account' | 'post' | 'report' | 'client' | 'requests'
  /** Missing if the task isn't about one business that the user can select. */
  domainId?: string
  /** Name of the client. Missing for users with one business. */
  client?: string
  title: string
  text: string
  action: Action
  /** A second way to settle the task. */
  second?: { label: string; href: string }
  post?: Post
  /** Path to the post's details, which have the other actions. */
  details?: string
}

/** Lists the user's tasks, most urgent first: lost accounts, then posts by their time, remarks on others, messages, and reports. */
export const listNeeds = ({
  accounts,
  remarked,
  unanswered,
  reports,
  overdueReports,
  ...overview
}: Overview): Need[] => [
  ...accounts.map(toReconnect),
  ...postsByTime(overview),
  ...remarked
    .filter(
      ({ post }) =>
        ![...overview.attention, ...overview.reviews.filter(isSentBack)].some(({ _id }) => _id === post._id),
    )
    .map(toSettle),
  ...unanswered.map(toAnswer),
  ...overdueReports.map(report => toRelease(report, reports)),
  ...reportNeeds(reports.filter(report => !overdueReports.some(overdue => isSameReport(overdue, report)))),
]

/** Maximum number of reports that are listed individually. */
const MAX_REPORTS = 3

const reportNeeds = (reports: readonly WaitingReport[]): Need[] =>
  reports.length > MAX_REPORTS
    ? [
        {
          id: 'reports',
          kind: 'report',
          title: `${reports.length} reports wait for their release`,
          text: '',
          action: { label: 'See them', href: '/dashboard/reports?businesses=all' },
        },
      ]
    : reports.map(({ _id, domainId, month }) => ({
        id: _id,
        kind: 'report',
        domainId,
        title: `${monthLabel(month)} report`,
        text: 'It’s prepared. Read it, add a line of your own, and release it.',
        action: { label: 'Review', href: `/dashboard/reports?report=${_id}` },
      }))

const isSentBack = ({ approval }: Post) => approval?.state === 'changes_requested'

type OfMonth = { domainId: string; month: string }

const isSameReport = (a: OfMonth, b: OfMonth) => a.domainId === b.domainId && a.month === b.month

/** Returns the task for a report that its readers wait for. It may not be prepared yet. */
function toRelease(overdue: OverdueReport, prepared: readonly WaitingReport[]): Need {
  const { domainId, month, day, lostLink } = overdue
  const id = lostLink ?? prepared.find(report => isSameReport(overdue, report))?._id
  return {
    id: `report ${domainId}`,
    kind: 'report',
    domainId,
    title: `${monthLabel(month)} report`,
    text: lostLink
      ? 'Its private link no longer works for emails. Withdraw it and release it again.'
      : `It was to be emailed on ${dayLabel(day)}, but isn’t released. It goes out once you release it.`,
    action: id
      ? { label: 'Review', href: `/dashboard/reports?report=${id}` }
      : { label: 'Prepare', href: '/dashboard/reports' },
  }
}

function postsByTime({ attention, reviews, waiting }: Pick<Overview, 'attention' | 'reviews' | 'waiting'>) {
  const toDecide = reviews.filter(({ _id }) => waiting[_id]! > 1 || attention.every(post => post._id !== _id))
  const toMend = attention.map(post => ({ at: attentionAt(post), need: toFix(post) }))
  const byCause = Map.groupBy(toMend, ({ need }) => `${need.domainId}\0${need.text}\0${need.action.label}`)
  return [
    ...[...byCause.values()].flatMap(alike => (alike.length > MAX_ALIKE ? [together(alike)] : alike)),
    ...toDecide.map(post => ({ at: dueAt(post), need: toReview(post, waiting[post._id]!) })),
  ]
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ need }) => need)
}

/** Maximum number of posts with the same cause and remedy that are listed individually. */
const MAX_ALIKE = 3

type Timed = { at: string; need: Need }

/** Combines tasks of posts that failed for the same reason, such as an evening without a connection. */
function together(alike: Timed[]): Timed {
  const [first] = alike.toSorted((a, b) => a.at.localeCompare(b.at)) as [Timed, ...Timed[]]
  const { domainId, text, title, post } = first.need
  return {
    at: first.at,
    need: {
      id: `together ${first.need.id}`,
      kind: 'post',
      domainId,
      title: `${alike.length} posts, the first of them “${title}”`,
      text,
      action: { label: 'See them', href: '/dashboard/view-post?tab=attention' },
      ...(post && { post }),
    },
  }
}

const toReconnect = ({ _id, domainId, network, name, cause, held }: LostAccount): Need => ({
  id: _id,
  kind: 'account',
  domainId,
  title:
    cause === 'disconnected'
      ? `${networks[network].name} isn’t connected any more.`
      : `${describeLostAccess(network, name, cause)}.`,
  text:
    held === 0
      ? 'Its figures aren’t updating.'
      : held === 1
        ? 'One post is on hold.'
        : `${held} posts are on hold.`,
  action: {
    label: cause === 'disconnected' ? 'Connect' : 'Reconnect',
    href: `/dashboard/social-hub?connect=${network}`,
  },
})

const attentionAt = (post: Post): string =>
  post.deliveries
    .filter(mayRetry)
    .map(({ publishAt }) => publishAt)
    .toSorted()[0] ?? post.publishAt

const pathTo = ({ _id }: Post) => `/dashboard?post=${_id}`

/** Returns a task about a post, by default with the beginning of its text. */
const about = (post: Post, need: Pick<Need, 'text' | 'action'> & Partial<Need>): Need => ({
  id: post._id,
  kind: 'post',
  domainId: post.domainId,
  title: excerptOf(listedText(post.deliveries), LIST_EXCERPT),
  post,
  details: pathTo(post),
  ...need,
})

function toFix(post: Post): Need {
  const first = post.deliveries.find(needsAuthor)
  return about(post, {
    // The task has one button, and the post's details the three that the reason lists.
    text: (commonHold(post)?.reason ?? first?.reason ?? '').replace(/ (Then c|C)hoose Publish now, .*/, ''),
    action: actionFor(post),
  })
}

/** Returns the task to answer the open remarks of a post. */
const toSettle = ({ post, open }: Overview['remarked'][number]): Need =>
  about(post, {
    id: `remarks ${post._id}`,
    text: `${plural(open, 'remark is', 'remarks are')} open.`,
    action: { label: 'See remarks', href: pathTo(post) },
  })

const toAnswer = ({ domainId, count }: UnansweredMessages): Need => ({
  id: `messages ${domainId}`,
  kind: 'requests',
  domainId,
  title: describeUnanswered(count),
  text: '',
  action: { label: 'Answer', href: '/dashboard/inbox' },
})

/**
 * Returns the task for a post that is in review or was sent back. If several posts of its business wait for the user's
 * approval, the title counts them, and the link opens the first.
 */
function toReview(post: Post, count: number): Need {
  const { by, byLink, whenApproved } = post.approval ?? {}
  const zone = $zoneOf.get()(post.domainId)
  const due = whenApproved ? 'once approved' : formatDueIn(zone, dueAt(post))
  const hasMore = count > 1
  const start = byLink
    ? `${hasMore ? 'The first waits' : 'Waits'} for whoever has its review link, and goes`
    : hasMore
      ? 'The first goes'
      : 'Waiting for approval. Goes'
  return about(post, {
    id: `review ${post._id}`,
    ...(hasMore && { title: `${count} posts wait for ${byLink ? 'approval' : 'your approval'}` }),
    text: isSentBack(post)
      ? `Changes requested by ${by}.`
      : `${missedLine(post.deliveries, zone) ?? `${start} out ${due}`}.`,
    action: { label: isSentBack(post) ? 'See changes' : 'Review', href: pathTo(post) },
  })
}

function actionFor(post: Post): Action {
  const { label = 'Decide', run } = $repairOn.get()(post) ?? {}
  return run ? { label, press: () => run(post) } : { label, href: pathTo(post) }
}
