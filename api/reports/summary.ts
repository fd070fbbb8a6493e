import { summaryPrompt } from '#api/ai/prompt.ts'
import { writeText } from '#api/ai/write-text.ts'
import type { UserContext } from '#api/context.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { formatList } from '#shared/format-list.ts'
import { postFigure } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { CAPTION_MESSAGES } from '#shared/posts/captions.ts'
import {
  beforeLabel,
  monthLabel,
  monthName,
  numberLabel,
  signedLabel,
} from '#shared/reports/render/labels.ts'
import { MAX_NOTE, type ReportAccount, type ReportContent } from '#shared/reports/report.ts'

/**
 * Drafts the summary above a report with AI, from the report's own figures. A person reads and releases it.
 * @throws {DomainError} like `writeText`
 */
export async function draftSummary(
  ctx: UserContext,
  content: ReportContent,
  signal: AbortSignal,
): Promise<string> {
  const material = factsOf(content)
  const task = { prompt: summaryPrompt(material), material, maxChars: MAX_NOTE }
  for await (const event of writeText(ctx, task, signal)) if (event.type === 'done') return event.data.text
  throw new DomainError('upstream', CAPTION_MESSAGES.failed)
}

/** Formats a report's figures as plain sentences, the most important first. */
export function factsOf(content: ReportContent): string {
  const { business, month, posts, best, accounts, plan } = content
  const compared = posts.before === null ? '' : `, ${comparedWith(posts.total, posts.before, content)}`
  const toCome = plan.weeks.reduce((sum, week) => sum + week.posts, 0) - (plan.published ?? 0)
  const reactions = best && postFigure(best, 'reactions')
  return [
    `${business} published ${plural(posts.total, 'post')} in ${monthLabel(month)}${compared}.`,
    ...(best && reactions
      ? [`The best post had ${numberLabel(reactions)} reactions: “${best.excerpt}”`]
      : []),
    ...accounts.flatMap(account => figuresOf(account, content)),
    `${plural(toCome, 'post is', 'posts are')} planned for ${monthName(plan.month)}.`,
  ].join('\n')
}

/** Returns '3 more than in 1–28 Oct'. */
function comparedWith(now: number, before: number, content: ReportContent): string {
  if (now === before) return `as many as in ${beforeLabel(content)}`
  return `${numberLabel(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than in ${beforeLabel(content)}`
}

function figuresOf({ network, followers, engagement, reach }: ReportAccount, content: ReportContent) {
  const figures = [
    followers &&
      `${numberLabel(followers.last.value)} followers (${signedLabel(followers.last.value - followers.first.value)})`,
    engagement &&
      `an engagement of ${numberLabel(engagement.value)}${engagement.before === null ? '' : ` (${comparedWith(engagement.value, engagement.before, content)})`}`,
    reach &&
      `a reach of ${numberLabel(reach.value)}${reach.before === null ? '' : ` (${comparedWith(reach.value, reach.before, content)})`}`,
  ].filter(figure => figure !== null && figure !== undefined)
  return figures.length > 0 ? [`${networks[network].name} has ${formatList(figures)}.`] : []
}
